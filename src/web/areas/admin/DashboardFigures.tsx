import { Link } from '@tanstack/react-router';
import type { Dashboard } from '#contracts/dashboard.api.ts';
import { AUDIT } from '#web/features/audit/view.ts';
import { stamp } from '#web/lib/dates.ts';
import { count, counted, ms, percent } from '#web/lib/numbers.ts';
import kit from '#web/ui/kit.module.css';
import { Sparkline } from '#web/ui/Sparkline.tsx';
import { dashboard } from '#web/words/dashboard.ts';
import styles from './DashboardFigures.module.css';

const words = dashboard.figures;
/** Milliseconds that the public site promises. */
const CLAIM = 300;

type Hour = Dashboard['hours'][number];

interface Figure {
  readonly name: string;
  readonly value: string;
  readonly note: string;
  readonly isBad?: boolean;
  readonly limit?: number;
  readonly of: (hour: Hour) => number;
  readonly written: (value: number) => string;
  readonly to: '/admin/audit-requests' | '/admin/tasks/in-progress';
  readonly search: Record<string, unknown>;
}

const p95Note = (p95: number | null): string => {
  if (p95 === null) return words.tooFew;
  return p95 > CLAIM ? words.p95Over(ms(CLAIM)) : words.p95Note(ms(CLAIM));
};

const figuresOf = (day: Dashboard): readonly Figure[] => {
  const { startDate, requests, p95, serverErrors, clientErrors, runs, failed, running } = day;
  const audit = (more: object) =>
    ({ to: '/admin/audit-requests', search: AUDIT.read({ startDate, ...more }) }) as const;
  return [
    {
      ...{ name: words.requests, value: count(requests), note: day.isWhole ? words.requestsNote : words.sampled },
      ...{ of: (hour) => hour.requests, written: count, ...audit({}) },
    },
    {
      ...{ name: words.p95, value: p95 === null ? words.nothing : ms(Math.ceil(p95)), note: p95Note(p95) },
      ...{ isBad: (p95 ?? 0) > CLAIM, limit: CLAIM, of: (hour) => hour.p95 ?? 0, written: ms },
      ...audit({ minTime: CLAIM }),
    },
    {
      ...{ name: words.errors, value: serverErrors === null ? words.nothing : percent(serverErrors) },
      note: clientErrors === null ? words.noErrors : words.errorsNote(percent(clientErrors)),
      ...{ isBad: (serverErrors ?? 0) > 0, limit: 0, of: (hour) => hour.serverErrors ?? 0, written: percent },
      ...audit({ status: '5xx' }),
    },
    {
      ...{ name: words.running, value: count(running), note: words.runningNote(counted(runs, 'run'), count(failed)) },
      ...{ of: (hour) => hour.runs, written: count, to: '/admin/tasks/in-progress', search: {} },
    },
  ];
};

interface Props {
  readonly day: Dashboard | undefined;
  readonly hasFailed: boolean;
}

const NAMES = [words.requests, words.p95, words.errors, words.running];

/** As high as the figures, so that nothing below moves when they come. */
const Waiting = () => (
  <>
    <span role="status" className={kit.hidden}>
      {words.reading}
    </span>
    <ul className={styles.figures} aria-hidden="true">
      {NAMES.map((name) => (
        <li key={name}>
          <span className={styles.figure}>
            <span className={styles.name}>{name}</span>
            <span className={styles.value}>{words.nothing}</span>
            <span className={styles.note}>
              <span className={kit.skeleton} />
            </span>
            <Sparkline data={[]} written={count} />
          </span>
        </li>
      ))}
    </ul>
  </>
);

/** How the last 24 hours went, each figure on the way to its list. */
export const DashboardFigures = ({ day, hasFailed }: Props) => (
  <section aria-label={words.label}>
    {day && (
      <ul className={styles.figures} data-part="figures">
        {figuresOf(day).map(({ name, value, note, isBad, to, search, of, ...spark }) => (
          <li key={name}>
            <Link to={to} search={search} className={styles.figure}>
              <span className={styles.name}>{name}</span>
              <span className={styles.value} data-bad={isBad}>
                {value}
              </span>
              <span className={styles.note}>{note}</span>
              <Sparkline {...spark} data={day.hours.map((hour) => ({ label: stamp(hour.date), value: of(hour) }))} />
            </Link>
          </li>
        ))}
      </ul>
    )}
    {!day && !hasFailed && <Waiting />}
    {!day && hasFailed && (
      <p className={styles.none} role="alert">
        {words.failed}
      </p>
    )}
  </section>
);
