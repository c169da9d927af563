import { NativeSelect, TextInput } from '@mantine/core';
import type { Task } from '#contracts/task.ts';
import { CLEARED_STATUSES, TASK_STATUSES, type TaskStatus } from '#contracts/task-types.ts';
import { stamp } from '#web/lib/dates.ts';
import { duration } from '#web/lib/numbers.ts';
import type { FormState } from '#web/ui/form/useForm.ts';
import { taskForm as words } from '#web/words/task-form.ts';
import { isOpen } from './busy.ts';
import styles from './form.module.css';
import type { TaskDraft } from './task-draft.ts';
import { UNDER } from './under.ts';

interface Props {
  readonly form: Pick<FormState<TaskDraft, unknown>, 'text' | 'values' | 'set' | 'busy' | 'errorOf'>;
  /** The task as it is at this moment; null: a new one. */
  readonly present: Task | null;
}

const isCleared = (status: TaskStatus): boolean => CLEARED_STATUSES.some((one) => one === status);

/** What a task's state is, what of it somebody may set, and when it was last changed and run. */
export const StateFields = ({ form, present }: Props) => {
  const { status: chosen, active } = form.values;
  const standing = present?.status ?? 'FINISHED';
  const isRunning = present !== null && isOpen(present);
  const mayBe = (status: TaskStatus): boolean => status === standing || (!isRunning && isCleared(status));
  const ran = present?.executionTime ?? null;
  return (
    <>
      <div className={styles.pairs}>
        <NativeSelect
          {...form.text('status')}
          {...UNDER}
          className={styles.wide ?? ''}
          label={words.fields.status}
          description={isRunning ? words.statusBusy : words.statusHint}
          value={chosen ?? standing}
          data={TASK_STATUSES.map((status) => ({
            value: status,
            label: isCleared(status) ? status : words.byRuns(status),
            disabled: !mayBe(status),
          }))}
          onChange={({ currentTarget: { value } }) =>
            form.set('status', value === standing ? null : (value as TaskStatus))
          }
        />
        {present !== null && (
          <>
            <TextInput readOnly label={words.lastUpdate} value={stamp(present.lastUpdateDate)} />
            <TextInput readOnly label={words.executionTime} value={ran === null ? words.never : duration(ran)} />
          </>
        )}
      </div>
      <label className={styles.active}>
        <input
          type="checkbox"
          checked={active}
          data-path="active"
          onChange={({ currentTarget: { checked } }) => form.set('active', checked)}
        />
        <span>
          {words.fields.active}
          <small>{words.activeHint}</small>
        </span>
      </label>
      {form.errorOf('active') && <p className={styles.wrong}>{form.errorOf('active')}</p>}
    </>
  );
};
