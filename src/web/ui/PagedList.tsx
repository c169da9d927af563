import { type ReactNode, useEffect } from 'react';
import { pageCount } from '#web/lib/paging.ts';
import styles from './PagedList.module.css';
import { Pager, Showing } from './Pager.tsx';
import { ToolsPlace, WithToolsPlace } from './ToolsPlace.tsx';

/** A part of what TanStack Query gives. */
interface Answer {
  readonly isSuccess: boolean;
  readonly isPlaceholderData: boolean;
  readonly data:
    | { readonly data: readonly unknown[]; readonly total: number | null; readonly totalIsMore?: boolean }
    | undefined;
}

interface Props {
  readonly answer: Answer;
  /** Which page was asked for; null: nothing was. */
  readonly page: number | null;
  /** Records on a page. */
  readonly regs: number;
  /** `isMended`: nobody has asked for the other page; there is none such as the address names. */
  readonly onPage: (page: number, isMended?: boolean) => void;
  readonly children: ReactNode;
}

/** A list with its pages above and below it. From a page behind the last one it leads to that. */
export const PagedList = ({ answer, page, regs, onPage, children }: Props) => {
  const { data, isSuccess, isPlaceholderData } = answer;
  const last = pageCount(data?.total ?? 0, regs);
  // Only an answer says that there is no such page.
  const isBehind = page !== null && isSuccess && !isPlaceholderData && data?.data.length === 0 && page > last;
  useEffect(() => {
    if (isBehind) onPage(last, true);
  }, [isBehind]);

  const shown = page === null ? undefined : data;
  const rows = shown?.data.length ?? 0;
  const pager = (label: string) => (
    <Pager
      label={label}
      page={page ?? 1}
      total={shown?.total ?? 0}
      totalIsMore={shown?.totalIsMore ?? false}
      regs={regs}
      onPage={(to) => onPage(to)}
    />
  );
  return (
    <WithToolsPlace>
      <div className={`${styles.bar} ${styles.top}`}>
        {shown ? <Showing shown={rows} total={shown.total ?? 0} totalIsMore={shown.totalIsMore ?? false} /> : <span />}
        {pager('Pages')}
        <ToolsPlace />
      </div>
      {children}
      <div className={styles.bar}>
        <span />
        {rows > 0 && pager('Pages, below the list')}
      </div>
    </WithToolsPlace>
  );
};
