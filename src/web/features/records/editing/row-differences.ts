/** Two lists row by row, as far as they are not alike. */
export interface RowDifference {
  readonly one: string | null;
  readonly other: string | null;
}

const counts = (rows: readonly string[]): Map<string, number> => {
  const found = new Map<string, number>();
  for (const row of rows) found.set(row, (found.get(row) ?? 0) + 1);
  return found;
};

/** Those of the first that the second has not, with their places. */
const missingIn = (rows: readonly string[], others: readonly string[]) => {
  const left = counts(others);
  return [...rows.entries()].filter(([, row]) => {
    const many = left.get(row) ?? 0;
    left.set(row, many - 1);
    return many <= 0;
  });
};

/**
 * What one list has that the other has not. What stands in the same place of both is one row that was changed; lists that
 * are alike but for their order differ in nothing.
 */
export const rowDifferences = (ones: readonly string[], others: readonly string[]): readonly RowDifference[] => {
  const gone = missingIn(ones, others);
  const come = new Map(missingIn(others, ones));
  const pairs = gone.map(([at, one]) => {
    const other = come.get(at) ?? null;
    if (other !== null) come.delete(at);
    return { at, one, other } as { readonly at: number; readonly one: string | null; readonly other: string | null };
  });
  return [...pairs, ...[...come].map(([at, other]) => ({ at, one: null, other }))]
    .toSorted((a, b) => a.at - b.at)
    .map(({ one, other }) => ({ one, other }));
};
