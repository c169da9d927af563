import { NULL } from './files.ts';

// What map.ts has written for COPY, read again as values: so that a record that is fetched alone is the one that an import
// would bring.

type Cell = string | undefined;

const isNull = (cell: Cell): cell is undefined => cell === undefined || cell === NULL;
const unescaped = (cell: string): string =>
  Buffer.from(
    cell.replace(/\\(.)/g, (_, sign) => (sign === 'r' ? '\r' : sign)),
    'latin1',
  ).toString();

/** The lines as cells. */
export const cellsOf = (lines: Buffer): string[][] =>
  lines
    .toString('latin1')
    .split('\n')
    .slice(0, -1)
    .map((line) => line.split('\t'));

export const textOf = (cell: Cell): string | null => (isNull(cell) ? null : unescaped(cell));
export const numberOf = (cell: Cell): number | null => (isNull(cell) ? null : Number(cell));

const ELEMENT = /"((?:[^"\\]|\\.)*)"|([^,{}]+)/g;

/** The elements of an array literal. */
export const listOf = (cell: Cell): string[] | null =>
  isNull(cell)
    ? null
    : [...unescaped(cell).matchAll(ELEMENT)].map(([, quoted, plain = '']) => quoted?.replace(/\\(.)/g, '$1') ?? plain);
