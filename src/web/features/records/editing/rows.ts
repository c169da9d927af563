import type { DraftRow } from './drafts.ts';

/** The rows with one of them elsewhere: `to` is its place afterwards. */
export const moved = (rows: readonly DraftRow[], from: number, to: number): readonly DraftRow[] => {
  const row = rows[from];
  if (row === undefined || to < 0 || to >= rows.length || from === to) return rows;
  const others = rows.filter((_, at) => at !== from);
  return [...others.slice(0, to), row, ...others.slice(to)];
};

export const without = (rows: readonly DraftRow[], id: number): readonly DraftRow[] =>
  rows.filter((row) => row.id !== id);

export const put = (rows: readonly DraftRow[], at: number, row: DraftRow): readonly DraftRow[] => [
  ...rows.slice(0, at),
  row,
  ...rows.slice(at),
];

export const withRow = (rows: readonly DraftRow[], row: DraftRow): readonly DraftRow[] =>
  rows.map((one) => (one.id === row.id ? row : one));

/** A row with its place among all of them. */
export interface Placed {
  readonly row: DraftRow;
  readonly at: number;
}

export const shownRows = (rows: readonly DraftRow[], isShown: (row: DraftRow) => boolean): readonly Placed[] =>
  rows.flatMap((row, at) => (isShown(row) ? [{ row, at }] : []));
