import type { ReactNode } from 'react';
import type { Task } from '#contracts/task.ts';
import { duration } from '#web/lib/numbers.ts';
import { DataTable } from '#web/ui/DataTable.tsx';
import kit from '#web/ui/kit.module.css';
import type { TableState } from '#web/ui/table-state.ts';
import type { Column } from '#web/ui/table-types.ts';
import { tasks as words } from '#web/words/tasks.ts';
import { CronCell } from './CronCell.tsx';
import { RunStrip } from './RunStrip.tsx';
import { Active, type RowDoing as Doing, Favorite, TaskActions } from './TaskActions.tsx';
import { TaskName } from './TaskName.tsx';
import { TaskNext } from './TaskNext.tsx';
import { TaskState } from './TaskState.tsx';
import styles from './tasks.module.css';

const heads = words.columns;

interface RowDoing extends Doing {
  /** What comes before a task with this parent. */
  readonly above: (parent: string | null) => readonly string[];
}

const Took = ({ ms }: { readonly ms: number | null }) =>
  ms === null ? <span className={kit.muted}>–</span> : <span className={styles.took}>{duration(ms)}</span>;

const columnsOf = (row: RowDoing): readonly Column<Task>[] => [
  {
    key: 'favorite',
    head: '',
    name: heads.favorite,
    least: 56,
    cell: (task) => <Favorite task={task} doing={row.doing} />,
  },
  {
    key: 'name',
    head: heads.name,
    least: 190,
    grows: true,
    cell: (task) => <TaskName task={task} above={row.above(task.parentTaskName)} />,
  },
  { key: 'status', head: heads.status, least: 190, grows: true, cell: (task) => <TaskState task={task} /> },
  { key: 'next', head: heads.next, least: 170, priority: 1, cell: (task) => <TaskNext task={task} /> },
  { key: 'cron', head: heads.cron, least: 150, priority: 3, cell: (task) => <CronCell task={task} /> },
  { key: 'runs', head: heads.runs, least: 150, priority: 4, cell: (task) => <RunStrip task={task} /> },
  {
    key: 'time',
    head: heads.time,
    least: 140,
    align: 'end',
    nowrap: true,
    priority: 2,
    cell: ({ executionTime }) => <Took ms={executionTime} />,
  },
  { key: 'active', head: heads.active, least: 106, cell: (task) => <Active task={task} doing={row.doing} /> },
  {
    key: 'actions',
    head: heads.actions,
    least: 190,
    align: 'end',
    sticks: true,
    cell: (task) => <TaskActions task={task} {...row} />,
  },
];

const cardOf = (row: RowDoing) => (task: Task) => (
  <div className={styles.card}>
    <div className={styles.cardHead}>
      <TaskName task={task} above={row.above(task.parentTaskName)} />
      <Favorite task={task} doing={row.doing} />
    </div>
    <TaskState task={task} />
    <dl className={styles.facts}>
      <dt>{heads.next}</dt>
      <dd>
        <TaskNext task={task} />
      </dd>
      <dt>{heads.cron}</dt>
      <dd>
        <CronCell task={task} />
      </dd>
      <dt>{heads.runs}</dt>
      <dd>
        <RunStrip task={task} />
      </dd>
      <dt>{heads.time}</dt>
      <dd>
        <Took ms={task.executionTime} />
      </dd>
    </dl>
    <div className={styles.cardFoot}>
      <Active task={task} doing={row.doing} />
      <TaskActions task={task} {...row} />
    </div>
  </div>
);

interface Props extends RowDoing {
  readonly rows: readonly Task[];
  readonly state: TableState;
  readonly noneMore: ReactNode;
  /** How often others have changed it. */
  readonly changesOf: (task: Task) => number;
}

export const TasksTable = ({ rows, state, noneMore, changesOf, ...row }: Props) => (
  <DataTable
    list="tasks"
    label={words.table}
    columns={columnsOf(row)}
    rows={rows}
    rowKey={({ idTask }) => idTask}
    watched={changesOf}
    state={state}
    none={words.none}
    noneMore={noneMore}
    card={cardOf(row)}
  />
);
