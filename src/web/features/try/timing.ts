import type { Header } from './request.ts';

/** Calls that the console remembers. */
export const REMEMBERED = 20;
/** What the product claims to stay under, in ms. */
export const CLAIM_MS = 300;

/** Milliseconds within the server, from `Server-Timing: app;dur=6.12`; null when it does not say. */
export const serverMs = (headers: readonly Header[]): number | null => {
  const value = headers.find(([name]) => name.toLowerCase() === 'server-timing')?.[1] ?? '';
  const found = /(?:^|,)\s*app\s*;(?:[^,]*;)?\s*dur=([\d.]+)/.exec(value);
  return found ? Number(found[1]) : null;
};

/** The value that `share` (0 to 1) of the values are not above: nearest rank. */
export const percentile = (values: readonly number[], share: number): number | null => {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)] ?? null;
};

/** Under 10 ms one decimal, above none: `<0.1`, `6.1`, `41`. */
export const shortMs = (ms: number): string => {
  if (ms < 0.05) return '<0.1';
  return ms < 9.95 ? ms.toFixed(1) : String(Math.round(ms));
};

/** Of a bar, in percent of the height; square roots, so that quick calls stay visible under the line of 300 ms. */
export const barOf = (ms: number, slowest: number): number =>
  Math.sqrt(Math.min(1, ms / Math.max(slowest, CLAIM_MS * 1.2))) * 100;
