/** Rows that are read step by step: no connection is held, and no step begins before somebody takes it. */
export type Steps<Row> = AsyncIterable<readonly Row[]>;

/** Rows of a step. */
export const STEP = 1_000;

/** One step of all rows, where they are few. */
export async function* atOnce<Row>(rows: readonly Row[]): AsyncGenerator<readonly Row[]> {
  yield rows;
}

/** All rows of all steps, for answers that hold them at once. */
export const allOf = async <Row>(steps: Steps<Row>): Promise<readonly Row[]> => (await Array.fromAsync(steps)).flat();

/** Reads what comes after the last row, until there is less than a step left. */
export async function* afterLast<Row>(
  read: (last: Row | undefined, most: number) => Promise<readonly Row[]>,
  most = STEP,
): AsyncGenerator<readonly Row[]> {
  let last: Row | undefined;
  for (;;) {
    const rows = await read(last, most);
    yield rows;
    if (rows.length < most) return;
    last = rows.at(-1);
  }
}

/** Reads the rows of these keys, so many at a time: those that are gone meanwhile are left out. */
export async function* byKeys<Key, Row>(
  keys: readonly Key[],
  read: (some: readonly Key[]) => Promise<readonly Row[]>,
  most = STEP,
): AsyncGenerator<readonly Row[]> {
  for (let at = 0; at < keys.length; at += most) yield await read(keys.slice(at, at + most));
}

/** From the lowest to the highest id. */
export interface IdRange {
  readonly low: number;
  readonly high: number;
}

/** What `min(id) as low, max(id) as high` has answered; null: there is nothing. */
export const rangeOf = (
  row: { readonly low: number | null; readonly high: number | null } | undefined,
): IdRange | null =>
  row === undefined || row.low === null || row.high === null ? null : { low: row.low, high: row.high };

/**
 * Reads by ids downwards, a stretch of them at a time, both ends within: a filter that few rows pass makes no step longer.
 */
export async function* downwards<Row>(
  range: IdRange | null,
  read: (stretch: IdRange) => Promise<readonly Row[]>,
  most = STEP,
): AsyncGenerator<readonly Row[]> {
  if (range === null) return;
  for (let { high } = range; high >= range.low; high -= most)
    yield await read({ low: Math.max(range.low, high - most + 1), high });
}

/** The same steps of other rows. */
export async function* viewed<Row, View>(
  steps: Steps<Row>,
  view: (rows: readonly Row[]) => readonly View[] | Promise<readonly View[]>,
): AsyncGenerator<readonly View[]> {
  for await (const rows of steps) yield await view(rows);
}
