/** How many letters must be changed, added, left out or swapped with their neighbour to make one word of another. */
export const distance = (a: string, b: string): number => {
  let before: number[] = [];
  let above = Array.from({ length: b.length + 1 }, (_, j) => j);
  for (let i = 1; i <= a.length; i += 1) {
    const row = [i];
    for (let j = 1; j <= b.length; j += 1) {
      const same = a[i - 1] === b[j - 1] ? 0 : 1;
      const cost = Math.min((above[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1, (above[j - 1] ?? 0) + same);
      const swapped = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
      row.push(swapped ? Math.min(cost, (before[j - 2] ?? 0) + 1) : cost);
    }
    before = above;
    above = row;
  }
  return above[b.length] ?? 0;
};

/** A letter of four may be wrong. */
const tolerance = (name: string): number => Math.max(1, Math.floor(name.length / 4));

/** The known name that was probably meant, or null when none is near. */
export const nearest = (name: string, known: readonly string[]): string | null => {
  let best: { readonly name: string; readonly away: number } | null = null;
  for (const one of known) {
    // As many letters are too many or missing as one is longer.
    if (Math.abs(name.length - one.length) > tolerance(one)) continue;
    const away = distance(name, one);
    if (away > 0 && away <= tolerance(one) && away < (best?.away ?? Number.POSITIVE_INFINITY))
      best = { name: one, away };
  }
  return best?.name ?? null;
};
