import type { RowKind } from '#server/platform/batch/rows.ts';
import { type Line, lineOf } from './line.rules.ts';

/** A line as the log wrote it: read only once it is written down, beside the requests. */
export interface Written {
  readonly line: string;
}

export const linesOf = (rows: readonly Written[]): readonly Line[] =>
  rows.map(({ line }) => lineOf(line)).filter((line) => line !== null);

/** Lines of the log while they wait. */
export const LOGGED: RowKind<Written> = {
  name: 'log',
  one: 'a line of the log',
  many: 'lines of the log',
  encode: (row) => row,
  decode: (value) => {
    const { line } = Object(value) as Record<string, unknown>;
    return typeof line === 'string' && lineOf(line) !== null ? { line } : null;
  },
};
