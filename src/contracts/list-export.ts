import { type TObject, type TProperties, type TSchema, Type } from 'typebox';
import type { EndpointShape, Reply } from './endpoint.ts';
import { visible } from './session.ts';

const FORMATS = ['csv', 'jsonl'] as const;
export type ExportFormat = (typeof FORMATS)[number];

export const EXPORT_TYPES = {
  csv: 'text/csv',
  jsonl: 'application/x-ndjson',
} as const satisfies Record<ExportFormat, string>;

export type Cell = string | number | boolean | null;

type CellKey<Row> = { [Key in keyof Row]: Row[Key] extends Cell ? Key : never }[keyof Row] & string;

/** The cell of an API token, which shows what may be seen of it; empty where there is none. */
export const tokenCell = (token: string | null): Cell => (token ? visible(token) : null);

/** Its head in CSV, its key in JSON, and what stands in it where that is not the field of the row with that key. */
type Written<Row> =
  | readonly [head: string, key: CellKey<Row>]
  | readonly [head: string, key: string, of: (row: Row) => Cell];

export interface ExportColumn<Row> {
  readonly head: string;
  readonly key: string;
  readonly of: (row: Row) => Cell;
}

/** A list as a file: an endpoint of its own, with what the file holds. */
export interface ListExport<Row> extends EndpointShape {
  readonly method: 'GET';
  readonly streamed: true;
  /** What the file is called, between the product and the day. */
  readonly file: string;
  readonly columns: readonly ExportColumn<Row>[];
}

/** What a file is called: whose it is where its address says so, and the UTC day. A name that is one on every system. */
export const exportName = (
  { file }: Pick<ListExport<never>, 'file'>,
  params: object,
  at: Date,
  format: ExportFormat,
): string =>
  `${['kinodex', file, ...Object.values(params), at.toISOString().slice(0, 10)].join('-').replace(/[^\w-]/g, '')}.${format}`;

/** Of a list that is a part of another call's answer. */
interface Apart {
  readonly name: string;
  readonly path: `/${string}`;
  readonly summary: string;
}

const format = Type.Optional(
  Type.Enum([...FORMATS], {
    description: 'csv when it is left out: comma-separated values; jsonl: a JSON object a line.',
  }),
);

type RowOf<E extends EndpointShape> = Reply<E> extends readonly (infer Row)[] ? Row : never;
type FiltersOf<E> = E extends { readonly query: TObject<infer P extends TProperties> }
  ? Omit<P, 'page' | 'regs'>
  : Record<never, never>;
type ParamsOf<E> = E extends { readonly params: infer P extends TSchema } ? { readonly params: P } : object;

const filtersOf = <E extends EndpointShape>({ query }: E): FiltersOf<E> => {
  const { page: _, regs: __, ...filters } = (query as TObject | undefined)?.properties ?? {};
  return filters as FiltersOf<E>;
};

const columnOf = <Row>([head, key, of]: Written<Row>): ExportColumn<Row> => ({
  head,
  key,
  of: of ?? ((row) => row[key as CellKey<Row>] as Cell),
});

/**
 * The file of a list, streamed. It takes the list's filters, but no page, and holds all that match. Curried, so that the
 * row is known by the list, where that is all that its call answers.
 */
export const exportOf =
  <const E extends EndpointShape, Row = RowOf<E>>(list: E) =>
  ({
    columns,
    file,
    ...apart
  }: Partial<Apart> & { readonly file: string; readonly columns: readonly Written<Row>[] }) => ({
    name: apart.name ?? `${list.name}_export`,
    method: 'GET' as const,
    path: apart.path ?? (`${list.path}/export` as const),
    access: list.access as E['access'],
    tag: list.tag,
    summary: `${apart.summary ?? list.summary}, as a file`,
    description: `Every row that matches. The answer is made while it is sent: one that breaks off is no whole file. Columns: ${columns.map(([head]) => head).join(', ')}.`,
    ...((list.params ? { params: list.params } : {}) as ParamsOf<E>),
    query: Type.Object({ ...filtersOf(list), format }, { additionalProperties: false }),
    reply: Type.String(),
    bare: Object.values(EXPORT_TYPES),
    streamed: true as const,
    errors: list.errors ?? [],
    file,
    columns: columns.map(columnOf),
  });
