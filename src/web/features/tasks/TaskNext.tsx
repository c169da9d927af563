import type { Task } from '#contracts/task.ts';
import kit from '#web/ui/kit.module.css';
import { TimeText } from '#web/ui/TimeText.tsx';
import { tasks as words } from '#web/words/tasks.ts';
import styles from './tasks.module.css';
import { isToday } from './today.ts';

interface Props {
  readonly task: Pick<Task, 'nextCronExecution' | 'active' | 'cron' | 'missed'>;
}

/** When its schedule starts it next, green until the end of today, and how often it could not. */
export const TaskNext = ({ task: { nextCronExecution: next, active, cron, missed } }: Props) => (
  <span className={styles.next}>
    {next === null ? (
      <span className={kit.muted} title={active === 0 && cron !== '' ? words.inactive : words.noNext}>
        –
      </span>
    ) : (
      <span data-part="next" data-today={isToday(next)} className={styles.when}>
        <TimeText iso={next} />
        {isToday(next) && <small> {words.today}</small>}
      </span>
    )}
    {missed > 0 && (
      <small className={styles.missed} title={words.missedHint}>
        {words.missed(missed)}
      </small>
    )}
  </span>
);
