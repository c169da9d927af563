import type { ReactNode } from 'react';
import { pageRows, pageWithin } from '#web/lib/paging.ts';
import { useSession } from '#web/lib/session.ts';
import { DataTable } from '#web/ui/DataTable.tsx';
import { Pager, Showing } from '#web/ui/Pager.tsx';
import { ToolsPlace, WithToolsPlace } from '#web/ui/ToolsPlace.tsx';
import type { TableProps } from '#web/ui/table-types.ts';
import styles from './products.module.css';

interface Props<T> extends TableProps<T> {
  readonly action: ReactNode;
  /** Leads to the list as a file. */
  readonly file: ReactNode;
  readonly pages: string;
  readonly page: number;
  readonly onPage: (page: number) => void;
}

/** A heading with its button, and a list of which one page is shown. */
export const ListSection = <T extends object>({ action, file, pages, page, onPage, ...table }: Props<T>) => {
  const { regsPerPage } = useSession();
  const { label, rows } = table;
  const current = pageWithin(page, rows.length, regsPerPage);
  const shown = pageRows(rows, current, regsPerPage);
  return (
    <WithToolsPlace>
      <section className={styles.section} aria-label={label}>
        <div className={styles.head}>
          <h2>{label}</h2>
          {shown.length < rows.length && <Showing shown={shown.length} total={rows.length} />}
          <ToolsPlace />
          {file}
          {action}
        </div>
        <DataTable {...table} rows={shown} skeleton={4} />
        <Pager label={pages} page={current} total={rows.length} regs={regsPerPage} onPage={onPage} />
      </section>
    </WithToolsPlace>
  );
};
