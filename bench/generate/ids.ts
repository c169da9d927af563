/** Ids with seven digits, and from `SEVEN` of them on with eight, both with gaps, in the order of their letters as IMDb has them. */
const SEVEN = 0.7;

const written = (prefix: string, key: number): string => prefix + String(key).padStart(7, '0');

export const createIds = (prefix: 'tt' | 'nm', count: number): string[] => {
  const short = Math.floor(count * SEVEN);
  const gap = Math.max(1, Math.floor(9_999_998 / Math.max(1, short)));
  const longGap = Math.max(1, Math.floor(50_000_000 / Math.max(1, count - short)));
  const seven = Array.from({ length: short }, (_, i) => written(prefix, 1 + i * gap));
  const eight = Array.from({ length: count - short }, (_, i) => written(prefix, 10_000_000 + i * longGap));
  return seven.concat(eight).sort();
};

/** An id of the form that nothing in the set has. */
export const missingId = (prefix: 'tt' | 'nm', n: number): string => written(prefix, 90_000_000 + n);
