import { Button } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import type { AddedIds } from '#contracts/manual.api.ts';
import { pageRows } from '#web/lib/paging.ts';
import { useSession } from '#web/lib/session.ts';
import type { StatusMap } from '#web/lib/status.ts';
import { DataTable } from '#web/ui/DataTable.tsx';
import kit from '#web/ui/kit.module.css';
import { Pager } from '#web/ui/Pager.tsx';
import { StatusBadge } from '#web/ui/StatusBadge.tsx';
import type { Column } from '#web/ui/table-types.ts';
import { manual } from '#web/words/manual.ts';
import { ManualId } from './ManualTable.tsx';
import styles from './manual.module.css';

const words = manual.add;
const heads = words.columns;
type Row = AddedIds['rows'][number];

const TONES: StatusMap = {
  [words.outcomes.ADDED]: 'success',
  [words.outcomes.AGAIN]: 'primary',
  [words.outcomes.FOLDED]: 'neutral',
  [words.outcomes.REFUSED]: 'danger',
};

const COLUMNS: readonly Column<Row>[] = [
  { key: 'line', head: heads.line, least: 60, align: 'end', cell: ({ line }) => line },
  {
    key: 'text',
    head: heads.text,
    least: 150,
    priority: 1,
    cell: ({ text }) => <span className={styles.foreign}>{text}</span>,
  },
  {
    key: 'imdbId',
    head: heads.imdbId,
    least: 150,
    nowrap: true,
    cell: ({ imdbId }) => (imdbId === null ? <span className={kit.muted}>–</span> : <ManualId id={imdbId} />),
  },
  {
    key: 'outcome',
    head: heads.outcome,
    least: 220,
    grows: true,
    cell: ({ outcome, message }) => (
      <span className={styles.result}>
        <StatusBadge status={words.outcomes[outcome]} map={TONES} />
        <span>{message ?? words.why[outcome]}</span>
      </span>
    ),
  },
];

interface Props {
  readonly added: AddedIds;
  readonly onAgain: () => void;
  readonly onClose: () => void;
}

const SHOWN = { show: 'rows', busy: false, stale: false, error: null, onRetry: () => undefined } as const;

/** What became of each id that was pasted. */
export const AddResult = ({ added: { added, again, folded, refused, rows }, onAgain, onClose }: Props) => {
  const { regsPerPage } = useSession();
  const [page, setPage] = useState(1);
  const shown = pageRows(rows, page, regsPerPage);
  const summary = useRef<HTMLParagraphElement>(null);
  // The button that had the focus has gone with the form.
  useEffect(() => summary.current?.focus({ preventScroll: true }), []);
  const places = new Map(rows.map((row, at) => [row, at]));
  return (
    <>
      <p ref={summary} tabIndex={-1}>
        {words.summary(added, again, folded, refused)}
      </p>
      <DataTable
        label={words.table}
        columns={COLUMNS}
        rows={shown}
        rowKey={(row) => places.get(row) ?? 0}
        state={SHOWN}
        none={manual.none}
      />
      <Pager label={words.table} page={page} total={rows.length} regs={regsPerPage} onPage={setPage} />
      <div className={kit.dialogActions}>
        <Button variant="default" onClick={onAgain}>
          {words.again}
        </Button>
        <Button onClick={onClose}>{words.close}</Button>
      </div>
    </>
  );
};
