import { type StatusDay, status } from '#contracts/status.api.ts';
import { ms } from '#web/lib/numbers.ts';
import { useCall } from '#web/lib/query.ts';
import { SERVICE_DAY } from '#web/lib/status.ts';
import kit from '#web/ui/kit.module.css';
import { PageHeader } from '#web/ui/PageHeader.tsx';
import { CueDot, StatusBadge } from '#web/ui/StatusBadge.tsx';
import { TimeText } from '#web/ui/TimeText.tsx';
import { shell } from '#web/words/shell.ts';
import { site } from '#web/words/site.ts';
import styles from './Status.module.css';

const words = site.status;
const REFRESH_MS = 60_000;

const sharesOf = new Intl.NumberFormat('en', { style: 'percent', maximumFractionDigits: 2 });
const p95Of = (p95: number | null): string => (p95 === null ? '–' : ms(Math.max(1, p95)));
const failedOf = (failed: number | null): string => (failed === null ? '–' : sharesOf.format(failed));

const Day = ({ date, state, p95, failed }: StatusDay) => (
  <tr>
    <th scope="row" className={kit.time}>
      {date}
    </th>
    <td>
      <StatusBadge status={state} map={SERVICE_DAY} />
    </td>
    <td>{p95Of(p95)}</td>
    <td>{failedOf(failed)}</td>
  </tr>
);

/** How the service is and has been. */
export const StatusPage = () => {
  const { data, error, isPending } = useCall(status, undefined, { refetchInterval: REFRESH_MS, retry: false });
  const told = data?.data;
  return (
    <>
      <PageHeader title={shell.status} />
      {!isPending && (
        <p className={styles.now} role="status">
          <CueDot tone={error ? 'danger' : 'success'} /> {error ? words.down : words.up}
        </p>
      )}
      {!error && told?.degraded.map((part) => <p key={part}>{words.degraded[part]}</p>)}
      {told && (
        <>
          <h2 className={styles.head}>{words.month}</h2>
          <dl className={styles.facts}>
            <div>
              <dt>{words.p95}</dt>
              <dd>{told.p95 === null ? words.none : p95Of(told.p95)}</dd>
            </div>
            <div>
              <dt>{words.failed}</dt>
              <dd>{told.failed === null ? words.none : failedOf(told.failed)}</dd>
            </div>
          </dl>
          <table className={styles.days} aria-label={words.table}>
            <thead>
              <tr>
                <th scope="col">{words.date}</th>
                <th scope="col">{words.state}</th>
                <th scope="col">{words.p95Short}</th>
                <th scope="col">{words.failedShort}</th>
              </tr>
            </thead>
            <tbody>
              {told.days.toReversed().map((day) => (
                <Day key={day.date} {...day} />
              ))}
            </tbody>
          </table>
          <p className={kit.muted}>
            {words.asOf} <TimeText iso={told.asOf} />. {words.note}
          </p>
        </>
      )}
    </>
  );
};
