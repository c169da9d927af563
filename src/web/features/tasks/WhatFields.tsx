import { NativeSelect, TextInput } from '@mantine/core';
import { configuration } from '#contracts/configuration.api.ts';
import { TASK_NAME_MAX, taskTypes } from '#contracts/task.api.ts';
import type { Task } from '#contracts/task.ts';
import { TASK_TYPES } from '#contracts/task-types.ts';
import { useCall } from '#web/lib/query.ts';
import type { FormState } from '#web/ui/form/useForm.ts';
import { taskForm as words } from '#web/words/task-form.ts';
import { ArgumentsField } from './ArgumentsField.tsx';
import { parentsOf, typesOf } from './choices.ts';
import styles from './form.module.css';
import { ParentChain } from './ParentChain.tsx';
import { parentsAbove } from './parents.ts';
import { nameFor, type TaskDraft } from './task-draft.ts';
import { UNDER } from './under.ts';

const FRONT = { query: { prefix: 'FRONT_' } } as const;

interface Props {
  readonly form: Pick<FormState<TaskDraft, unknown>, 'text' | 'values' | 'set' | 'busy'>;
  /** The task that is changed; null: a new one. */
  readonly record: Task | null;
  readonly tasks: readonly Task[];
}

/** The types that the operator's configuration offers; all there are where it could not be read. */
const useTypes = (): readonly string[] => {
  const { data } = useCall(configuration, FRONT);
  const set = data?.data.find(({ key }) => key === 'FRONT_TASK_TYPES')?.value1;
  return set === undefined ? TASK_TYPES : typesOf(set);
};

/** What a task does, what it is called, what it comes after, and its arguments. */
export const WhatFields = ({ form, record, tasks }: Props) => {
  const types = useTypes();
  const { data: known } = useCall(taskTypes, undefined);
  const { values } = form;
  const names = tasks.filter(({ idTask }) => idTask !== record?.idTask).map(({ name }) => name);
  const parents = parentsOf(tasks, record?.idTask ?? null);
  const otherType = values.task === '' || types.includes(values.task) ? [] : [values.task];
  const otherParent =
    values.parentTaskName === '' || parents.includes(values.parentTaskName) ? [] : [values.parentTaskName];
  const above = parentsAbove(tasks)(values.parentTaskName === '' ? null : values.parentTaskName);
  const choose = (task: string): void => {
    form.set('name', nameFor(task, values, names));
    form.set('task', task);
  };
  return (
    <>
      <NativeSelect
        {...form.text('task')}
        {...UNDER}
        label={words.fields.task}
        required
        withAsterisk={false}
        description={known?.data.find(({ name }) => name === values.task)?.summary}
        data={[{ value: '', label: words.choose }, ...types, ...otherType]}
        onChange={({ currentTarget: { value } }) => choose(value)}
      />
      <TextInput
        {...form.text('name')}
        label={words.fields.name}
        required
        withAsterisk={false}
        maxLength={TASK_NAME_MAX}
        autoComplete="off"
        spellCheck={false}
      />
      <div className={styles.parents}>
        <NativeSelect
          {...form.text('parentTaskName')}
          {...UNDER}
          label={words.fields.parentTaskName}
          description={words.parentHint}
          data={[{ value: '', label: words.noParent }, ...parents, ...otherParent]}
        />
        <ParentChain names={above.length > 1 ? above : []} />
      </div>
      <div className={styles.wide}>
        <ArgumentsField
          type={values.task}
          field={form.text('arguments')}
          onText={(text) => form.set('arguments', text)}
        />
      </div>
    </>
  );
};
