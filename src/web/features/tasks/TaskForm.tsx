import { taskChange, taskCreate } from '#contracts/task.api.ts';
import type { Task } from '#contracts/task.ts';
import { call } from '#web/lib/call.ts';
import { RecordForm } from '#web/ui/form/RecordForm.tsx';
import { useRecordForm } from '#web/ui/form/useRecordForm.ts';
import { taskForm as words } from '#web/words/task-form.ts';
import { busyWith } from './busy.ts';
import { CronField } from './CronField.tsx';
import styles from './form.module.css';
import { StateFields } from './StateFields.tsx';
import { bodyOf, changeOf, copyOf, draftOf, draftProblems, type TaskDraft } from './task-draft.ts';
import { WhatFields } from './WhatFields.tsx';
import { WindowFields } from './WindowFields.tsx';

const REASONS = { task_name_taken: 'name', task_cycle: 'parentTaskName', status_owned: 'status' } as const;

interface Props {
  /** The task as it is at this moment; null: a new one. */
  readonly task: Task | null;
  /** What a new one is a copy of. */
  readonly original: Task | null;
  /** Somebody has deleted it meanwhile. */
  readonly isGone: boolean;
  readonly tasks: readonly Task[];
  readonly onSaved: (task: Task) => void;
}

/** A task as a form. */
export const TaskForm = ({ task, original, isGone, tasks, onSaved }: Props) => {
  const names = tasks.map(({ name }) => name);
  const form = useRecordForm<Task, TaskDraft>({
    name: `task:${task?.idTask ?? 'new'}`,
    record: task,
    valuesOf: (one) => (one === null && original !== null ? copyOf(original, names) : draftOf(one)),
    labels: words.fields,
    reasons: REASONS,
    rules: draftProblems,
    tell: { status: (status) => status ?? words.asItIs },
    send: (draft, over) =>
      over === null ? call(taskCreate, { body: bodyOf(draft) }) : call(taskChange, { body: changeOf(over, draft) }),
    onSaved,
  });
  const busy = task === null ? undefined : busyWith(task);
  const off = isGone ? words.gone : busy && words.saveOff(busy);
  return (
    <RecordForm form={form} off={off}>
      <div className={styles.form}>
        <fieldset className={styles.section}>
          <legend>{words.what}</legend>
          <div className={styles.what}>
            <WhatFields form={form} record={form.record} tasks={tasks} />
          </div>
        </fieldset>
        <fieldset className={styles.section}>
          <legend>{words.schedule}</legend>
          <CronField values={form.values} field={form.text('cron')} onText={(text) => form.set('cron', text)} />
        </fieldset>
        <fieldset className={styles.section}>
          <legend>{words.window}</legend>
          <WindowFields form={form} />
        </fieldset>
        <fieldset className={styles.section}>
          <legend>{words.state}</legend>
          <StateFields form={form} present={task} />
        </fieldset>
      </div>
    </RecordForm>
  );
};
