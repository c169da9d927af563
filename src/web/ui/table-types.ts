import type { ReactNode } from 'react';
import type { ListName } from '#contracts/preference.api.ts';
import type { RowTone } from '#web/lib/status.ts';
import type { TableState } from './table-state.ts';

export interface Column<T> {
  readonly key: string;
  /** The head; an empty one (a column of buttons) needs `name`. */
  readonly head: string;
  /** The name of the column for a screen reader where `head` is empty. */
  readonly name?: string;
  readonly cell: (row: T) => ReactNode;
  /** `end` for numbers and buttons. */
  readonly align?: 'start' | 'end';
  /** Pixels with the padding under which what it holds cannot be read. */
  readonly least: number;
  /** Whether it takes what is left over; the others share it where none does. */
  readonly grows?: boolean;
  /** From 1: it may fold below its row where there is no room, the highest number first. */
  readonly priority?: number;
  /** Its text stays in one line. */
  readonly nowrap?: boolean;
  /** It stays in sight where the table has to scroll sideways; for the buttons at the end. */
  readonly sticks?: boolean;
}

/** Rows that somebody has chosen, to do something with all of them. */
export interface Selection<T> {
  /** The keys of the chosen rows, also of those on other pages. */
  readonly chosen: ReadonlySet<string | number>;
  readonly onChoose: (chosen: ReadonlySet<string | number>) => void;
  /** What a row is called in the name of its box. */
  readonly name: (row: T) => string;
  /** Whether a row can be chosen; every one where nothing is said. */
  readonly may?: (row: T) => boolean;
}

export interface TableProps<T> {
  /** Names the table for a screen reader. */
  readonly label: string;
  /** Under this name everybody may choose its columns and its density. */
  readonly list?: ListName;
  readonly columns: readonly Column<T>[];
  readonly rows: readonly T[];
  readonly rowKey: (row: T) => string | number;
  /** The tint of a row. A word in one of the cells must say the same. */
  readonly rowTone?: (row: T) => RowTone;
  /** A click, or Enter on the focused row. */
  readonly onOpen?: (row: T) => void;
  /** Rows have a box each. */
  readonly selection?: Selection<T>;
  /** What stands below a row when it is unfolded, and is made only then. */
  readonly detail?: (row: T) => ReactNode;
  /** The row of which that stands there at first, by its key. */
  readonly unfolded?: string | number | undefined;
  /** A row whose value becomes another while it is looked at stands out for a moment. */
  readonly watched?: (row: T) => string | number;
  /** The document's sentence where there is no row, also where they could not be loaded. */
  readonly none: string;
  /** What to do next where there is no row. */
  readonly noneMore?: ReactNode;
  readonly state: TableState;
  /** What a card holds where a table has no room; heads and cells below each other when it is not given. */
  readonly card?: (row: T) => ReactNode;
  /** Rows of the skeleton. */
  readonly skeleton?: number;
}
