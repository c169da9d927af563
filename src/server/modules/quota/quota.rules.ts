export const DAY_MS = 86_400_000;

/** The most that a block holds, whatever the limit. */
const LARGEST_BLOCK = 1000;

/**
 * How much of a day is reserved at once: `needed` at least; else a hundredth of the limit, shrinking towards its end so
 * that the last requests lie in the table and not in somebody's lease. Never more than the limit leaves, when `needed` isn't.
 */
export const blockOf = (needed: number, limit: number, reserved: number): number =>
  Math.max(needed, Math.min(Math.ceil(limit / 100), LARGEST_BLOCK, Math.floor((limit - reserved) / 20)));

/** Requests that have been taken: what was handed out without what still lies in the lease. */
export const usedOf = (reserved: number, left: number): number => Math.max(reserved - left, 0);

/** Days since 1970-01-01, UTC. */
export const dayOf = (ms: number): number => Math.floor(ms / DAY_MS);

/** The calls, first come first served, that fit into what is left together. */
export const fitting = <Call extends { readonly cost: number }>(calls: readonly Call[], room: number): Call[] => {
  let left = room;
  return calls.filter(({ cost }) => {
    if (cost > left) return false;
    left -= cost;
    return true;
  });
};
