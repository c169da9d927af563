import { Link } from '@tanstack/react-router';
import type { Task } from '#contracts/task.ts';
import { TASK, toneOf } from '#web/lib/status.ts';
import kit from '#web/ui/kit.module.css';
import { tasks as words } from '#web/words/tasks.ts';
import { saidOf } from './runs.ts';
import styles from './tasks.module.css';

/** How the last runs have ended, the newest at the end: full bars have finished, short ones were cancelled or failed. */
export const RunStrip = ({ task: { idTask, name, lastRuns } }: { readonly task: Task }) => {
  if (lastRuns.length === 0) return <span className={kit.muted}>{words.noRuns}</span>;
  const said = saidOf(lastRuns);
  return (
    <Link
      to="/admin/tasks/runs"
      search={{ id: String(idTask) }}
      className={styles.strip}
      aria-label={words.runs.history(name, said)}
      title={said}
      data-part="runs"
    >
      {lastRuns.toReversed().map(({ idRun, status }) => (
        <span key={idRun} data-status={status} data-tone={toneOf(TASK, status)} />
      ))}
    </Link>
  );
};
