import type { TSchema } from 'typebox';
import { CREW_TYPES } from '#contracts/crew.ts';
import { WRITTEN } from '#contracts/record.ts';
import { PERSON_LISTS, TITLE_LISTS } from '#server/sources/record.ts';
import { type Field, PERSON_FIELDS, TITLE_FIELDS } from '../record.fields.ts';
import { type Column, type ColumnType, columnsOf, dayOf } from './columns.rules.ts';

/** A file of a dump: its columns, and the rows in their order. */
export interface DumpPart {
  readonly name: string;
  readonly columns: readonly Column[];
  /** The statement; where rows are narrowed to some sources, these are its only parameter. */
  readonly rows: (narrowed: boolean) => string;
}

type Table = 'title' | 'person';

interface Valued extends Column {
  readonly sql: string;
}

const REF = { title: 'title_ref', person: 'name_ref' } as const;
const ALLOWED = 'any($1::source_name[])';

/** Whether what the parts of a record say is of these sources, by the record's own and the exceptions from it. */
const shown = (table: Table, id: string, ...parts: readonly string[]): string => {
  const exceptions = parts.map(
    (part) => `and coalesce((select o.source from ${table}_origin o
      where o.${table}_id = x.id and o.part = '${part}'), x.source) = ${ALLOWED}`,
  );
  return `exists (select from ${table} x where x.id = ${id} and x.source = ${ALLOWED} ${exceptions.join(' ')})`;
};

const selected = (columns: readonly Valued[]): string =>
  columns.map(({ name, sql }) => `${sql} as "${name}"`).join(', ');

const text = (name: string, sql: string): Valued => ({ name, type: 'text', sql });
const integer = (name: string, sql: string): Valued => ({ name, type: 'integer', sql });
const flag = (name: string, sql: string): Valued => ({ name, type: 'flag', sql });
const texts = (name: string, sql: string): Valued => ({ name, type: 'texts', sql });

/** A date of which the day is known; it has ten characters then and fewer else. */
const wholeDay = (date: string, sql: string): Valued => ({
  ...dayOf(date),
  sql: `case when length(${sql}) = 10 then ${sql} end`,
});

const FIELD_TYPES: Readonly<Record<NonNullable<Field<never>['type']>, ColumnType>> = {
  integer: 'integer',
  real: 'number',
  boolean: 'flag',
};

const valuesOf = ({ part, column, type, list, date }: Field<never>): readonly Valued[] => {
  if (list === 'bigint[]')
    return [
      texts(part, `array(select title_ref(k.id) from unnest(t.${column}) with ordinality k (id, n) order by k.n)`),
    ];
  if (list === 'text[]') return [texts(part, `t.${column}`)];
  const value = { name: part, type: type === undefined ? 'text' : FIELD_TYPES[type], sql: `t.${column}` } as const;
  return date ? [value, wholeDay(part, value.sql)] : [value];
};

/** Fields without which there is no record: they are the record's, whoever gave it. */
const BASE: ReadonlySet<string> = new Set(['type', 'title', 'name']);
/** Pictures stand in no dump, nor do their addresses here. */
const PICTURES: ReadonlySet<string> = new Set(['posterUrl', 'photoUrl']);

const recordsPart = (name: string, table: Table, fields: readonly Field<never>[]): DumpPart => {
  const given = fields.filter(({ part }) => !PICTURES.has(part)).map((field) => ({ field, values: valuesOf(field) }));
  const own: readonly Valued[] = [
    { name: 'insertDate', type: 'moment', sql: 'wire_time(t.inserted_at)' },
    { name: 'lastUpdate', type: 'moment', sql: 'wire_time(t.updated_at)' },
    text('source', 't.source'),
  ];
  const id = text('imdbId', `${REF[table]}(t.id)`);
  const unlessHidden = ({ part }: Field<never>, value: Valued): Valued =>
    BASE.has(part) ? value : { ...value, sql: `case when '${part}' = any(h.parts) then null else ${value.sql} end` };
  return {
    name,
    columns: [id, ...given.flatMap(({ values }) => values), ...own],
    rows: (narrowed) => {
      const values = given.flatMap(({ field, values }) =>
        narrowed ? values.map((value) => unlessHidden(field, value)) : values,
      );
      const hidden = `cross join lateral (select array_agg(o.part) as parts from ${table}_origin o
        where o.${table}_id = t.id and o.source <> all($1::source_name[])) h where t.source = ${ALLOWED}`;
      return `select ${selected([id, ...values, ...own])} from ${table} t ${narrowed ? hidden : ''} order by t.id`;
    },
  };
};

interface Rows {
  readonly table: Table;
  readonly part: string;
  readonly from: string;
  readonly where: string;
  /** The key of the record that a row belongs to. */
  readonly key: string;
  readonly order: string;
  readonly values: readonly Valued[];
  /** What else has to be of the allowed sources. */
  readonly also?: string;
}

/** Rows that belong to one part of a record. */
const rowsPart = ({ table, part, from, where, key, order, values, also }: Rows): DumpPart => {
  const allowed = [shown(table, key, part), ...(also === undefined ? [] : [also])];
  return {
    name: `${table}-${part}`,
    columns: values,
    rows: (narrowed) =>
      `select ${selected(values)} from ${from}
        where ${[where, ...(narrowed ? allowed : [])].join(' and ')} order by ${order}`,
  };
};

const itemOf = ({ name, type }: Column, columns: readonly Column[]): Valued => {
  const date = type === 'day' ? columns.find((one) => dayOf(one.name).name === name) : undefined;
  return date === undefined ? { name, type, sql: `i.item->'${name}'` } : wholeDay(date.name, `i.item->>'${date.name}'`);
};

/** A part that is kept as a list, in the columns of its contract. */
const listPart = (table: Table, part: string, schema: TSchema | undefined): DumpPart => {
  const { items } = (schema ?? {}) as { readonly items?: { readonly properties: Readonly<Record<string, TSchema>> } };
  const columns = Object.entries(items?.properties ?? {}).flatMap(([name, property]) => columnsOf(name, property));
  const key = `l.${table}_id`;
  return rowsPart({
    table,
    part,
    key,
    from: `${table}_list l cross join lateral jsonb_array_elements(l.items) with ordinality i (item, n)`,
    where: `l.part = '${part}'`,
    order: `${key}, i.n`,
    values: [
      text(`${table}Id`, `${REF[table]}(${key})`),
      integer('ordering', 'i.n'),
      ...columns.map((column) => itemOf(column, columns)),
    ],
  });
};

const creditsPart = (part: 'actors' | 'crew', where: string, own: readonly Valued[]): DumpPart =>
  rowsPart({
    table: 'title',
    part,
    from: 'credit c',
    where,
    key: 'c.title_id',
    order: 'c.title_id, c.role, c.ordering',
    values: [
      text('titleId', 'title_ref(c.title_id)'),
      integer('ordering', 'c.ordering'),
      text('personId', 'name_ref(c.person_id)'),
      flag('main', 'c.main'),
      ...own,
      text('remark', 'c.remark'),
    ],
  });

const crewNames = CREW_TYPES.map((type) => `'${type}'`).join(',');

const akas = rowsPart({
  table: 'title',
  part: 'akas',
  from: 'aka a',
  where: 'true',
  key: 'a.title_id',
  order: 'a.title_id, a.ordering',
  values: [
    text('titleId', 'title_ref(a.title_id)'),
    integer('ordering', 'a.ordering'),
    text('title', 'a.title'),
    text('countryCode', 'a.region'),
    text('languageCode', 'a.language'),
    texts('types', 'a.types'),
    texts('attributes', 'a.attributes'),
    flag('original', 'a.original'),
  ],
});

const season = rowsPart({
  table: 'title',
  part: 'season',
  from: 'episode e',
  where: 'true',
  key: 'e.series_id',
  also: shown('title', 'e.title_id', 'season'),
  order: 'e.series_id, e.season, e.number, e.title_id',
  values: [
    text('titleId', 'title_ref(e.series_id)'),
    integer('season', 'e.season'),
    integer('episode', 'e.number'),
    text('episodeId', 'title_ref(e.title_id)'),
  ],
});

const idsPart = (table: Table, kind: 'movie' | 'name'): DumpPart =>
  rowsPart({
    table,
    part: 'ids',
    from: 'external_id d',
    where: `d.kind = '${kind}'`,
    key: 'd.record_id',
    order: 'd.record_id, d.site, d.value',
    values: [text(`${table}Id`, `${REF[table]}(d.record_id)`), text('site', 'd.site'), text('id', 'd.value')],
  });

/** Every part of a dump, in the order in which they are written: named as the parts of the API are, by kind of record. */
export const DUMP_PARTS: readonly DumpPart[] = [
  recordsPart('titles', 'title', TITLE_FIELDS as readonly Field<never>[]),
  akas,
  creditsPart('actors', 'c.role = 0', [texts('characters', 'c.characters')]),
  creditsPart('crew', 'c.role > 0', [text('type', `(array[${crewNames}])[c.role]`), text('job', 'c.job')]),
  season,
  ...TITLE_LISTS.map((part) => listPart('title', part, WRITTEN.movie.parts[part])),
  idsPart('title', 'movie'),
  recordsPart('people', 'person', PERSON_FIELDS as readonly Field<never>[]),
  ...PERSON_LISTS.map((part) => listPart('person', part, WRITTEN.name.parts[part])),
  idsPart('person', 'name'),
];
