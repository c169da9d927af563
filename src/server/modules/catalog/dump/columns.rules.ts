import type { TSchema } from 'typebox';
import { PartialDate } from '#contracts/ids.ts';

/**
 * What the values of a column are: `day` a whole date, `moment` a time in UTC, `big` a whole number that may pass 32 bits,
 * `texts` a list of texts, `json` what has parts of its own.
 */
export type ColumnType = 'text' | 'integer' | 'big' | 'number' | 'flag' | 'day' | 'moment' | 'texts' | 'json';

/** A column of a dump: null where nothing is known. */
export interface Column {
  readonly name: string;
  readonly type: ColumnType;
}

/** The column beside a date as precise as known: the date itself where it is known to the day. */
export const dayOf = (date: string): Column => ({ name: `${date}Day`, type: 'day' });

const LARGEST_INTEGER = 2_147_483_647;

interface Shape {
  readonly type?: string;
  readonly enum?: readonly unknown[];
  readonly anyOf?: readonly Shape[];
  readonly items?: Shape;
  readonly pattern?: string;
  readonly maximum?: number;
}

/** The one thing that a value is when it is not null. */
const known = (shape: Shape): Shape => {
  const [only, ...others] = shape.anyOf?.filter(({ type }) => type !== 'null') ?? [shape];
  return only !== undefined && others.length === 0 ? only : shape;
};

const typeOf = (shape: Shape): ColumnType => {
  if (shape.type === 'string' || shape.enum !== undefined) return 'text';
  if (shape.type === 'integer') return (shape.maximum ?? Infinity) > LARGEST_INTEGER ? 'big' : 'integer';
  if (shape.type === 'number') return 'number';
  if (shape.type === 'boolean') return 'flag';
  return shape.type === 'array' && shape.items?.type === 'string' ? 'texts' : 'json';
};

/** The columns of one property of a contract: a date as precise as known has a second one. */
export const columnsOf = (name: string, schema: TSchema): readonly Column[] => {
  const shape = known(schema as Shape);
  const column: Column = { name, type: typeOf(shape) };
  return shape.pattern === (PartialDate as Shape).pattern ? [column, dayOf(name)] : [column];
};
