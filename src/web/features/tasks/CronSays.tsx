import { cron as cronCall } from '#contracts/cron.api.ts';
import { stamp, stampIn, zone } from '#web/lib/dates.ts';
import { keepRows, useCall } from '#web/lib/query.ts';
import { errorText } from '#web/ui/error-text.ts';
import kit from '#web/ui/kit.module.css';
import { taskForm } from '#web/words/task-form.ts';
import styles from './cron.module.css';
import { type CronAsked, cronQuery } from './cron-query.ts';

const words = taskForm.cron;

interface TimesProps {
  readonly times: readonly string[];
  /** The time zone of the server. */
  readonly server: string | undefined;
}

/** The next times as the server's clock shows them, and as the viewer's does where that is another one. */
const Times = ({ times, server = '' }: TimesProps) => {
  const theirs = times.map((iso) => stampIn(iso, server));
  const mine = times.map(stamp);
  const isSame = theirs.every((one, at) => one === '' || one === mine[at]);
  return (
    <table className={styles.times} aria-label={words.next(times.length)}>
      <thead>
        <tr>
          {!isSame && <th scope="col">{words.server(server)}</th>}
          <th scope="col">{isSame ? zone() : words.viewer(zone())}</th>
        </tr>
      </thead>
      <tbody>
        {times.map((iso, at) => (
          <tr key={iso}>
            {!isSame && <td>{theirs[at]}</td>}
            <td>
              <time dateTime={iso}>{mine[at]}</time>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
};

interface Props {
  readonly asked: CronAsked;
  /** What is wrong with it is said elsewhere. */
  readonly isJudged?: boolean;
}

/** A schedule in words, and when it fires next. */
export const CronSays = ({ asked, isJudged = false }: Props) => {
  const { data, error, isPending } = useCall(cronCall, { query: cronQuery(asked) }, keepRows);
  if (error) return <p className={styles.said}>{errorText(error)}</p>;
  if (isPending) return <span className={kit.skeleton} role="img" aria-label={words.looking} />;
  const { words: said, next, reason, timeZone } = data.data;
  return (
    <div className={styles.says} data-part="cron-says">
      {said !== null && <p className={styles.said}>{said}</p>}
      {reason !== null && !isJudged && <p className={styles.wrong}>{reason}</p>}
      {next.length > 0 && <Times times={next} server={timeZone} />}
      {next.length === 0 && reason === null && <p className={kit.muted}>{words.none}</p>}
    </div>
  );
};
