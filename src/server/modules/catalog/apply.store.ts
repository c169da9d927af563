import type { RecordKind } from '#server/kernel/ids.ts';
import type { Executor } from '#server/platform/db/database.ts';
import type { SourceName } from '#server/sources/source.ts';
import type { HeldRecord, Origin } from './apply.rules.ts';
import type { Place } from './merge.rules.ts';
import { keptValue, PERSON_FIELDS, TITLE_FIELDS } from './record.fields.ts';

export interface HeldTitle extends HeldRecord {
  readonly place: Place | null;
}

interface Row {
  readonly id: number;
  readonly source: SourceName;
  readonly fetched_at: string;
  readonly fields: Readonly<Record<string, unknown>>;
  readonly parts: Readonly<Record<string, readonly object[] | null>> | null;
  readonly origins: Readonly<Record<string, Origin>> | null;
  readonly place: Place | null;
}

const asKept = (fields: Row['fields']): Record<string, unknown> => {
  const { rating } = fields;
  return rating === undefined ? fields : { ...fields, rating: keptValue(rating, 'real') };
};

const heldOf = ({ id, source, fetched_at, fields, parts, origins, place }: Row): HeldTitle => {
  const filled = Object.entries(parts ?? {}).filter((entry): entry is [string, readonly object[]] => entry[1] !== null);
  return {
    id,
    source,
    fetchedAt: fetched_at,
    fields: asKept(fields),
    parts: Object.fromEntries(filled),
    origins: origins ?? {},
    place,
  };
};

const fieldsOf = (fields: readonly { readonly part: string; readonly column: string }[]): string =>
  `(select row_to_json(f) from (select ${fields.map(({ part, column }) => `t.${column} as "${part}"`).join(', ')}) f)`;

const originsOf = (table: 'title' | 'person'): string =>
  `(select json_object_agg(o.part, json_build_object('source', o.source, 'fetchedAt', o.fetched_at, 'locked', o.locked))
    from ${table}_origin o where o.${table}_id = t.id)`;

const creditsOf = (roles: string): string =>
  `(select jsonb_agg(jsonb_build_object('role', c.role, 'ordering', c.ordering, 'person', c.person_id, 'main', c.main,
      'characters', c.characters, 'job', c.job, 'remark', c.remark) order by c.role, c.ordering)
    from credit c where c.title_id = t.id and c.role ${roles})`;

const TITLES = `select t.id, t.source, to_json(t.fetched_at)#>>'{}' as fetched_at, ${fieldsOf(TITLE_FIELDS)} as fields,
    ${originsOf('title')} as origins,
    jsonb_build_object(
      'akas', (select jsonb_agg(to_jsonb(a) - 'title_id' order by a.ordering) from aka a where a.title_id = t.id),
      'actors', ${creditsOf('= 0')}, 'crew', ${creditsOf('> 0')},
      'season', (select jsonb_build_array('{}'::jsonb) from episode e where e.series_id = t.id limit 1))
      || coalesce((select jsonb_object_agg(l.part, l.items) from title_list l where l.title_id = t.id), '{}') as parts,
    (select json_build_object('series', e.series_id, 'season', e.season, 'number', e.number) from episode e where e.title_id = t.id) as place
  from title t where t.id = any($1)`;

const PEOPLE = `select t.id, t.source, to_json(t.fetched_at)#>>'{}' as fetched_at, ${fieldsOf(PERSON_FIELDS)} as fields,
    ${originsOf('person')} as origins,
    (select jsonb_object_agg(l.part, l.items) from person_list l where l.person_id = t.id) as parts, null as place
  from person t where t.id = any($1)`;

const HELD = { title: TITLES, person: PEOPLE } as const;

// Prepared: to plan it takes longer than to read one record.
const readHeld = async (
  tx: Executor,
  table: keyof typeof HELD,
  ids: Iterable<number>,
): Promise<Map<number, HeldTitle>> => {
  const { rows } = await tx.query<Row>({ name: `held_${table}`, text: HELD[table], values: [[...ids]] });
  return new Map(rows.map((row) => [row.id, heldOf(row)]));
};

/** The titles and people with these ids as they stand, with all that belongs to them. */
export const readHeldTitles = (tx: Executor, ids: Iterable<number>) => readHeld(tx, 'title', ids);
export const readHeldPeople = (tx: Executor, ids: Iterable<number>) => readHeld(tx, 'person', ids);

/** Which of these ids were merged into others: they do not come back. */
export const readMergedAway = async (tx: Executor, kind: RecordKind, ids: readonly number[]): Promise<Set<number>> => {
  const { rows } = await tx.query<{ id: number }>(
    'select source_id as id from redirect where kind = $1 and source_id = any($2)',
    [kind, ids],
  );
  return new Set(rows.map(({ id }) => id));
};

/** Which of these people there are. */
export const readKnownPeople = async (tx: Executor, ids: Iterable<number>): Promise<Set<number>> => {
  const { rows } = await tx.query<{ id: number }>('select id from person where id = any($1)', [[...ids]]);
  return new Set(rows.map(({ id }) => id));
};

/** The transaction's time, as its rows get it. */
export const readTime = async (tx: Executor): Promise<string> => {
  const { rows } = await tx.query<{ at: string }>(`select to_json(now())#>>'{}' as at`);
  return rows[0]?.at ?? '';
};
