import { Link } from '@tanstack/react-router';
import type { TaskRun } from '#contracts/task.ts';
import { count, duration } from '#web/lib/numbers.ts';
import { TASK } from '#web/lib/status.ts';
import { DataTable } from '#web/ui/DataTable.tsx';
import kit from '#web/ui/kit.module.css';
import { StatusBadge } from '#web/ui/StatusBadge.tsx';
import { TimeText } from '#web/ui/TimeText.tsx';
import { Truncate } from '#web/ui/Truncate.tsx';
import type { Column, TableProps } from '#web/ui/table-types.ts';
import { runs } from '#web/words/runs.ts';
import { isEnded } from './live-list.ts';
import { RunLines } from './RunLines.tsx';
import styles from './runs.module.css';

const words = runs.history;
const heads = words.columns;
/** Characters of an error that are shown at first: two lines. */
const CUT_AT = 120;

const None = () => <span className={kit.muted}>–</span>;

/** Leads to its log. */
const RunLink = ({ run: { idTask, idRun } }: { readonly run: TaskRun }) => (
  <Link
    to="/admin/tasks/runs"
    search={{ id: String(idTask), run: String(idRun) }}
    className={kit.link}
    aria-label={words.one(idRun)}
  >
    {idRun}
  </Link>
);

const Why = ({ error }: { readonly error: string }) => (
  <span className={styles.error}>
    <Truncate text={error} at={CUT_AT} />
  </span>
);

const processedOf = ({ processed, total }: TaskRun): string =>
  total === null ? count(processed) : `${count(processed)} / ${count(total)}`;

const COLUMNS: readonly Column<TaskRun>[] = [
  {
    key: 'run',
    head: heads.run,
    least: 76,
    nowrap: true,
    cell: (run) => <RunLink run={run} />,
  },
  {
    key: 'status',
    head: heads.status,
    least: 130,
    nowrap: true,
    cell: ({ status }) => <StatusBadge status={status} map={TASK} />,
  },
  { key: 'asked', head: heads.asked, least: 170, nowrap: true, cell: ({ asked }) => <TimeText iso={asked} /> },
  {
    key: 'duration',
    head: heads.duration,
    least: 100,
    align: 'end',
    nowrap: true,
    cell: ({ executionTime }) => (executionTime === null ? <None /> : duration(executionTime)),
  },
  {
    key: 'processed',
    head: heads.processed,
    least: 140,
    align: 'end',
    priority: 3,
    cell: processedOf,
  },
  { key: 'reason', head: heads.reason, least: 130, priority: 2, cell: ({ reason }) => words.reasons[reason] },
  {
    key: 'by',
    head: heads.by,
    least: 160,
    priority: 5,
    cell: ({ by }) => (by === null ? <None /> : <bdi>{by}</bdi>),
  },
  { key: 'slot', head: heads.slot, least: 170, nowrap: true, priority: 4, cell: ({ slot }) => <TimeText iso={slot} /> },
  {
    key: 'error',
    head: heads.error,
    least: 200,
    grows: true,
    priority: 1,
    cell: ({ error }) => (error === null ? <None /> : <Why error={error} />),
  },
];

/** All that is known of a run: when it went, with what, and what it has said. */
const Detail = ({ run }: { readonly run: TaskRun }) => (
  <section className={styles.lines} aria-label={words.one(run.idRun)}>
    <p className={styles.facts}>
      <span>
        {words.started} <TimeText iso={run.started} />
      </span>
      <span>
        {words.ended} <TimeText iso={run.ended} />
      </span>
      {run.arguments !== '' && (
        <span className={styles.of}>
          {words.arguments} <code className={kit.codeCell}>{run.arguments}</code>
        </span>
      )}
      <Link to="/admin/logs" search={{ idRun: String(run.idRun) }}>
        {words.inLog}
      </Link>
    </p>
    <RunLines idRun={run.idRun} grows={!isEnded(run)} />
  </section>
);

const Card = ({ run }: { readonly run: TaskRun }) => (
  <div className={styles.card}>
    <span className={kit.row}>
      <RunLink run={run} />
      <StatusBadge status={run.status} map={TASK} />
      <TimeText iso={run.asked} />
    </span>
    <span className={styles.facts}>
      {run.executionTime !== null && <span>{words.took(duration(run.executionTime))}</span>}
      <span>{words.processed(processedOf(run))}</span>
      <span>{words.reasons[run.reason]}</span>
      {run.by !== null && <bdi>{run.by}</bdi>}
    </span>
    {run.error !== null && <Why error={run.error} />}
  </div>
);

type Props = Pick<TableProps<TaskRun>, 'rows' | 'state' | 'noneMore' | 'unfolded'>;

/** The runs of a task; below each what it has said. */
export const RunsTable = (list: Props) => (
  <DataTable
    {...list}
    list="task-runs"
    label={words.table}
    columns={COLUMNS}
    rowKey={({ idRun }) => idRun}
    watched={({ status }) => status}
    card={(run) => <Card run={run} />}
    detail={(run) => <Detail run={run} />}
    none={words.none}
  />
);
