import { Link } from '@tanstack/react-router';
import type { ManualUpdateData } from '#contracts/manual.api.ts';
import { count } from '#web/lib/numbers.ts';
import { pageOfRecord } from '#web/lib/record-page.ts';
import { CopyButton } from '#web/ui/CopyText.tsx';
import { DataTable } from '#web/ui/DataTable.tsx';
import kit from '#web/ui/kit.module.css';
import { StatusBadge } from '#web/ui/StatusBadge.tsx';
import { TimeText } from '#web/ui/TimeText.tsx';
import { Truncate } from '#web/ui/Truncate.tsx';
import type { Column, TableProps } from '#web/ui/table-types.ts';
import { manual as words } from '#web/words/manual.ts';
import styles from './manual.module.css';
import { mayChoose, ROW_STATES, stateOf } from './row-state.ts';

const heads = words.columns;
/** Characters of a reason that are shown at first: two lines. */
const CUT_AT = 120;

/** An id that leads to its page. */
export const ManualId = ({ id }: { readonly id: string }) => (
  <span className={styles.id}>
    <Link {...pageOfRecord(id)}>
      <code className={kit.codeCell}>{id}</code>
    </Link>
    <CopyButton value={id} label={`imdb id ${id}`} />
  </span>
);

const yesNo = (value: number): string => (value === 1 ? words.yes : words.no);

const Result = ({ row }: { readonly row: ManualUpdateData }) => {
  const state = stateOf(row);
  return (
    <span className={styles.result}>
      <StatusBadge status={state} map={ROW_STATES} />
      {state === 'FAILED' && row.result !== null && <Truncate text={row.result} at={CUT_AT} />}
    </span>
  );
};

const COLUMNS: readonly Column<ManualUpdateData>[] = [
  { key: 'imdbId', head: heads.imdbId, least: 150, nowrap: true, cell: ({ imdbId }) => <ManualId id={imdbId} /> },
  {
    key: 'asked',
    head: heads.asked,
    least: 80,
    align: 'end',
    cell: ({ asked }) => <span title={words.askedHint}>{count(asked)}</span>,
  },
  { key: 'now', head: heads.now, least: 70, priority: 4, cell: ({ immediately }) => yesNo(immediately) },
  { key: 'index', head: heads.index, least: 75, priority: 3, cell: ({ onlyIndex }) => yesNo(onlyIndex) },
  { key: 'result', head: heads.result, least: 240, grows: true, cell: (row) => <Result row={row} /> },
  {
    key: 'inserted',
    head: heads.inserted,
    least: 170,
    nowrap: true,
    priority: 2,
    cell: ({ insertDate }) => <TimeText iso={insertDate} />,
  },
  {
    key: 'processed',
    head: heads.processed,
    least: 170,
    nowrap: true,
    priority: 1,
    cell: ({ processedDate }) => <TimeText iso={processedDate} />,
  },
];

type Props = Pick<TableProps<ManualUpdateData>, 'rows' | 'state' | 'noneMore'> & {
  readonly chosen: ReadonlySet<string | number>;
  readonly onChoose: (chosen: ReadonlySet<string | number>) => void;
};

/** The manual update data. */
export const ManualTable = ({ chosen, onChoose, ...list }: Props) => (
  <DataTable
    {...list}
    list="manual-update"
    label={words.table}
    columns={COLUMNS}
    rowKey={({ idManualUpdateData }) => idManualUpdateData}
    selection={{ chosen, onChoose, name: ({ imdbId }) => imdbId, may: mayChoose }}
    watched={stateOf}
    none={words.none}
  />
);
