import type { LogLevel } from '#contracts/logs.api.ts';
import { stamp } from '#web/lib/dates.ts';

/** A line of a log. Its number stays its own while others come and go. */
export interface LogLine {
  readonly number: number;
  readonly text: string;
  /** Where it is told. */
  readonly at?: string;
  readonly level?: LogLevel;
}

/** Lines that are kept of a log that goes on. */
const MOST_LINES = 1_000;

/** The lines that are known and the last ones as they are told anew, which overlap unless some were missed. */
export const joined = (known: readonly LogLine[], messages: readonly string[]): readonly LogLine[] => {
  const most = Math.min(known.length, messages.length);
  let overlap = most;
  const isOverlap = (size: number): boolean =>
    messages.slice(0, size).every((text, at) => text === known[known.length - size + at]?.text);
  while (overlap > 0 && !isOverlap(overlap)) overlap -= 1;
  const next = (known.at(-1)?.number ?? 0) + 1;
  const fresh = messages.slice(overlap).map((text, at) => ({ number: next + at, text }));
  if (fresh.length === 0) return known;
  return (overlap === 0 ? fresh : [...known, ...fresh]).slice(-MOST_LINES);
};

/** A line as it stands in a file. */
export const lineText = ({ at, level, text }: LogLine): string =>
  [at === undefined ? '' : stamp(at), level ?? '', text].filter((part) => part !== '').join(' ');

/** Those that hold what is searched for, in whatever case. */
export const found = (lines: readonly LogLine[], search: string): readonly LogLine[] => {
  const wanted = search.trim().toLowerCase();
  return wanted === '' ? lines : lines.filter(({ text }) => text.toLowerCase().includes(wanted));
};
