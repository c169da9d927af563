import { IconChevronLeft, IconChevronLeftPipe, IconChevronRight, IconChevronRightPipe } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { count, total as totalText } from '#web/lib/numbers.ts';
import { pageCount } from '#web/lib/paging.ts';
import kit from './kit.module.css';
import styles from './Pager.module.css';
import { isPage, pageLinks } from './pages.ts';

interface Props {
  /** From 1. */
  readonly page: number;
  readonly total: number;
  /** `total` is only a lower bound: Next goes on after the last known page. */
  readonly totalIsMore?: boolean;
  /** Records on a page. */
  readonly regs: number;
  readonly onPage: (page: number) => void;
  /** Names it for a screen reader; has to be given where a page of the site has two. */
  readonly label?: string;
}

/** Links to pages; nothing when there is only one. */
export const Pager = ({ page, total, totalIsMore = false, regs, onPage, label = 'Pages' }: Props) => {
  const pages = pageCount(total, regs);
  if (pages === 1 && !totalIsMore) return null;
  const step = (name: string, to: number, icon: ReactNode) => (
    <button
      type="button"
      className={kit.icon}
      aria-label={name}
      title={name}
      disabled={to === page || !isPage(to, pages, totalIsMore)}
      onClick={() => onPage(to)}
    >
      {icon}
    </button>
  );
  return (
    <nav className={styles.pager} aria-label={label}>
      {step('First page', 1, <IconChevronLeftPipe size={16} aria-hidden />)}
      {step('Previous page', page - 1, <IconChevronLeft size={16} aria-hidden />)}
      <ol>
        {pageLinks(page, pages, totalIsMore).map((to) => (
          <li key={to}>
            <button
              type="button"
              className={kit.control}
              aria-label={`Page ${to}`}
              aria-current={to === page ? 'page' : undefined}
              onClick={() => to !== page && onPage(to)}
            >
              {to}
            </button>
          </li>
        ))}
      </ol>
      {step('Next page', page + 1, <IconChevronRight size={16} aria-hidden />)}
      {step('Last page', pages, <IconChevronRightPipe size={16} aria-hidden />)}
    </nav>
  );
};

interface ShowingProps {
  /** Records on this page. */
  readonly shown: number;
  readonly total: number;
  readonly totalIsMore?: boolean;
}

/** 'Showing X / total'. */
export const Showing = ({ shown, total, totalIsMore = false }: ShowingProps) => (
  <p className={styles.showing} role="status">
    Showing {count(shown)} / {totalText(total, totalIsMore)}
  </p>
);
