interface Placed {
  readonly idProduct: number;
  readonly priority: number;
}

/** Room between two products, so that another fits in by hand. */
const STEP = 10;

const isRising = (rows: readonly Placed[]): boolean =>
  rows.every(({ priority }, at) => at === 0 || priority > (rows[at - 1]?.priority ?? 0));

/**
 * The priorities that change when the product at a place of the list goes one place up (-1) or down (1). Two neighbours
 * change places; where priorities are equal every place gets a number of its own first.
 */
export const moved = <T extends Placed>(rows: readonly T[], at: number, by: -1 | 1): readonly T[] => {
  const [one, other] = [rows[at], rows[at + by]];
  if (!one || !other) return [];
  const places = isRising(rows) ? rows.map(({ priority }) => priority) : rows.map((_, place) => (place + 1) * STEP);
  const order = rows.with(at, other).with(at + by, one);
  return order
    .map((row, place) => ({ row, priority: places[place] ?? 0 }))
    .filter(({ row, priority }) => row.priority !== priority)
    .map(({ row, priority }) => ({ ...row, priority }));
};
