import type { Column } from './table-types.ts';

/** What a list looks like where it has so much room. */
export interface Fit {
  /** There is no room for a table, however many columns fold. */
  readonly cards: boolean;
  /** The keys of the columns that stand below their row, shown when it is opened. */
  readonly folded: readonly string[];
}

type Sized = Pick<Column<never>, 'key' | 'least' | 'priority'>;

/** The column of buttons that open what is folded. */
const UNFOLD_WIDTH = 44;
/** The column of boxes in which rows are chosen. */
const BOX_WIDTH = 44;

const sum = (columns: readonly Sized[]): number => columns.reduce((all, { least }) => all + least, 0);

/**
 * Folds as few columns as have to go into `width` pixels, those of the highest priority number first. Rows may be chosen by
 * a box, and open for a detail of their own even where nothing is folded.
 */
export const fit = (columns: readonly Sized[], width: number, { chosen = false, detail = false } = {}): Fit => {
  const boxes = chosen ? BOX_WIDTH : 0;
  const beside = boxes + (detail ? UNFOLD_WIDTH : 0);
  if (sum(columns) + beside <= width) return { cards: false, folded: [] };
  const folding = columns
    .filter(({ priority = 0 }) => priority > 0)
    .toSorted((one, other) => (other.priority ?? 0) - (one.priority ?? 0));
  for (let many = 1; many <= folding.length; many++) {
    const folded = new Set(folding.slice(0, many).map(({ key }) => key));
    const rest = columns.filter(({ key }) => !folded.has(key));
    if (sum(rest) + boxes + UNFOLD_WIDTH <= width) return { cards: false, folded: [...folded] };
  }
  return { cards: true, folded: [] };
};
