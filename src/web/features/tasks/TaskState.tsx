import type { Task } from '#contracts/task.ts';
import { count } from '#web/lib/numbers.ts';
import { TASK } from '#web/lib/status.ts';
import kit from '#web/ui/kit.module.css';
import { StatusBadge } from '#web/ui/StatusBadge.tsx';
import { TaskProgress } from '#web/ui/TaskProgress.tsx';
import { Truncate } from '#web/ui/Truncate.tsx';
import { tasks as words } from '#web/words/tasks.ts';
import styles from './tasks.module.css';

/** Characters of an error that are shown at first: two lines. */
const CUT_AT = 90;
const GOING: readonly Task['status'][] = ['EXECUTING', 'CANCELLING'];

/** Its status, how far it is, what it waits for, or why it has failed. */
export const TaskState = ({ task: { name, status, processed, total, waitsFor, error } }: { readonly task: Task }) => (
  <div className={styles.state}>
    <StatusBadge status={status} map={TASK} />
    {GOING.includes(status) && (
      <div className={styles.progress}>
        <TaskProgress label={words.progress(name)} status={status} processed={processed} total={total ?? 0} />
        {(processed > 0 || total !== null) && (
          <small className={kit.muted}>
            {total === null ? count(processed) : words.of(count(processed), count(total))}
          </small>
        )}
      </div>
    )}
    {status === 'WAITING' && waitsFor !== null && <small className={styles.waits}>{words.waitsFor(waitsFor)}</small>}
    {status === 'ERROR' && error !== null && (
      <small className={styles.error}>
        <Truncate text={error} at={CUT_AT} />
      </small>
    )}
  </div>
);
