/** From a moment to another; the end is not part of it. */
export interface Period {
  readonly startsAt: Date;
  readonly endsAt: Date;
}

const DAY_MS = 86_400_000;

/** When a bought item holds: from now, or from the end of the same product's time that is paid for. */
export const periodOf = (
  { quantity, periodDays }: { readonly quantity: number; readonly periodDays: number },
  now: Date,
  ahead: readonly Period[],
): Period => {
  const startsAt = new Date(Math.max(now.getTime(), ...ahead.map(({ endsAt }) => endsAt.getTime())));
  return { startsAt, endsAt: new Date(startsAt.getTime() + quantity * periodDays * DAY_MS) };
};

/**
 * The periods that have to move for a product's time to go on without a gap from now, with when they hold then. Each
 * keeps its length and the order; none moves back, and one that has begun stays.
 */
export const closeGaps = <Held extends Period>(ahead: readonly Held[], now: Date): readonly Held[] => {
  const moved: Held[] = [];
  let until = now.getTime();
  for (const period of ahead.toSorted((a, b) => a.startsAt.getTime() - b.startsAt.getTime())) {
    const [starts, ends] = [period.startsAt.getTime(), period.endsAt.getTime()];
    const gap = Math.max(0, starts - until);
    if (gap > 0) moved.push({ ...period, startsAt: new Date(starts - gap), endsAt: new Date(ends - gap) });
    until = Math.max(until, ends - gap);
  }
  return moved;
};
