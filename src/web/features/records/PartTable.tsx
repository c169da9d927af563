import type { ReactNode } from 'react';
import { useSession } from '#web/lib/session.ts';
import { DataTable } from '#web/ui/DataTable.tsx';
import { Pager, Showing } from '#web/ui/Pager.tsx';
import { tableState } from '#web/ui/table-state.ts';
import type { Column } from '#web/ui/table-types.ts';
import { records as words } from '#web/words/records.ts';
import { partsOf } from './editable.ts';
import { Provenance } from './Provenance.tsx';
import type { Ask } from './plan.ts';
import type { RecordTab } from './record-search.ts';
import styles from './records.module.css';
import { type ListPart, useOpened, usePart } from './useRecord.ts';

interface PagesProps {
  readonly shown: number;
  readonly total: number;
  readonly page: number;
  readonly onPage: (page: number) => void;
}

/** Below a list: how much of it is shown, and its other pages. */
export const PageBar = ({ shown, total, page, onPage }: PagesProps) => {
  const { regsPerPage } = useSession();
  return (
    <div className={styles.pages}>
      <Showing shown={shown} total={total} />
      <Pager page={page} total={total} regs={regsPerPage} onPage={onPage} />
    </div>
  );
};

interface Props<T> {
  readonly label: string;
  readonly ask: Ask;
  readonly columns: readonly Column<T>[];
  /** What a card holds, where heads and cells below each other are too much. */
  readonly card?: ((row: T) => ReactNode) | undefined;
  readonly page: number;
  readonly onPage: (page: number) => void;
}

/** One list of a record, a page at a time, with whose it is. */
export const PartTable = <T extends object>({ label, ask, columns, card, page, onPage }: Props<T>) => {
  const { kind } = useOpened();
  const { part, ...answer } = usePart<ListPart<T>>(ask);
  const rows = part?.data ?? [];
  // Nothing of a row is unlike that of every other: its place is what it is known by.
  const places = new Map(rows.map((row, at) => [row, at]));
  return (
    <>
      <DataTable
        label={label}
        columns={columns}
        rows={rows}
        rowKey={(row) => places.get(row) ?? 0}
        state={tableState(answer, rows.length)}
        none={words.none}
        {...(card && { card })}
      />
      {part && (
        <>
          {part.total > 0 && <PageBar shown={rows.length} total={part.total} page={page} onPage={onPage} />}
          <Provenance {...part} part={partsOf(kind, ask.data as RecordTab)[0]} />
        </>
      )}
    </>
  );
};
