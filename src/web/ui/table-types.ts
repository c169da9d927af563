import type { ReactNode } from 'react';
import type { RowTone } from '#web/lib/status.ts';

export interface Column<T> {
  readonly key: string;
  /** The head; an empty one (a column of buttons) needs `name`. */
  readonly head: string;
  /** The name of the column for a screen reader where `head` is empty. */
  readonly name?: string;
  readonly cell: (row: T) => ReactNode;
  /** `end` for numbers and buttons. */
  readonly align?: 'start' | 'end';
  /** Any CSS width; the rest is shared by what the cells hold. */
  readonly width?: string;
}

/**
 * loading: nothing is here yet. ready. stale: the rows of before, while others are on their way.
 * error: what was asked for did not come; rows of before stay.
 */
export type TableState = 'loading' | 'ready' | 'stale' | 'error';

export interface TableProps<T> {
  /** Names the table for a screen reader. */
  readonly label: string;
  readonly columns: readonly Column<T>[];
  readonly rows: readonly T[];
  readonly rowKey: (row: T) => string | number;
  /** The tint of a row. A word in one of the cells must say the same. */
  readonly rowTone?: (row: T) => RowTone;
  /** A click, or Enter on the focused row. */
  readonly onOpen?: (row: T) => void;
  /** Shown when there is no row: an EmptyState. */
  readonly empty: ReactNode;
  readonly state: TableState;
  readonly error?: unknown;
  readonly onRetry?: () => void;
  /** What a card holds where a table has no room; heads and cells below each other when it is not given. */
  readonly card?: (row: T) => ReactNode;
  /** The width of the window, in pixels, under which it has no room; 720 when it is not given. */
  readonly cardsBelow?: number;
  /** Rows of the skeleton. */
  readonly skeleton?: number;
}
