import type { Executor } from '#server/platform/db/database.ts';
import type { Has } from './context.ts';
import { OTHER_PERSON_FIELDS, OTHER_TITLE_FIELDS, PERSON_FIELDS, staysOf, TITLE_FIELDS, titleGiven } from './fields.ts';

// A record that the files name becomes the datasets' own; what else it has keeps its source by a row of its own.

const named = (fields: Readonly<Record<string, string>>): string[] =>
  Object.entries(fields).map(
    ([part, column]) => `('${part}', ${column.includes('(') ? column : `t.${column}`} is not null)`,
  );

const hasValue = (column: string, empty: string | undefined): string =>
  empty === undefined ? `t.${column} is not null` : `t.${column} <> ${empty}`;

const notMerged = (kind: 'movie' | 'name'): string =>
  `not exists (select from redirect d where d.kind = '${kind}' and d.source_id = t.id)`;

/** Records of other sources that the files name. */
const taken = (kind: 'movie' | 'name'): string => `t.source not in ('imdb-datasets', 'editor') and ${notMerged(kind)}`;

interface Keep {
  readonly table: 'title' | 'person';
  readonly kind: 'movie' | 'name';
  /** The records `t` with what the files have of them. */
  readonly from: string;
  /** `('part', whether the record has and keeps it)`, one each. */
  readonly parts: readonly string[];
  /** Selects of `id, part, source, fetched_at` for what lies in tables of its own. */
  readonly lists: readonly string[];
}

const keepOrigins = ({ table, kind, from, parts, lists }: Keep): string =>
  `insert into public.${table}_origin (${table}_id, part, source, fetched_at)
    select t.id, p.part, t.source, t.fetched_at from ${from} left join import.${table}_origins o on o.id = t.id
      cross join lateral (values ${parts.join(', ')}) p (part, has)
    where ${taken(kind)} and p.has
    union all ${[`select t.id, l.part, t.source, t.fetched_at from ${from} join public.${table}_list l on l.${table}_id = t.id where ${taken(kind)}`, ...lists].join(' union all ')}
    on conflict do nothing`;

/** A part of titles that stays, of those that have something there. A file that is there replaces what is not kept. */
const keptPart = (part: string, replacing: boolean, there: string): string =>
  `select t.id, '${part}', t.source, t.fetched_at from public.title t join import.s_title s on s.id = t.id
    ${replacing ? `join import.kept k on k.title_id = t.id and k.part = '${part}'` : ''}
    where ${taken('movie')} and exists (${there})`;

const keepTitleOrigins = (has: Has): string => {
  const fields = TITLE_FIELDS.map((field) => {
    const there = hasValue(field.column, field.empty);
    const stays = field.from === 'r' && !has('title.ratings') ? 'true' : `(${staysOf(field)})`;
    return `('${field.part}', ${there} and ${stays})`;
  });
  const credit = (roles: string) => `select from public.credit c where c.title_id = t.id and c.role ${roles}`;
  return keepOrigins({
    table: 'title',
    kind: 'movie',
    from: 'public.title t join import.s_title s on s.id = t.id left join import.s_rating r on r.id = t.id',
    parts: [...named(OTHER_TITLE_FIELDS), ...fields],
    lists: [
      keptPart('akas', has('title.akas'), 'select from public.aka a where a.title_id = t.id'),
      keptPart('actors', has('title.principals'), credit('= 0')),
      keptPart('crew', has('title.principals') || has('title.crew'), credit('> 0')),
      keptPart('season', has('title.episode'), 'select from public.episode e where e.series_id = t.id'),
    ],
  });
};

const keepPersonOrigins = (): string =>
  keepOrigins({
    table: 'person',
    kind: 'name',
    from: 'public.person t join import.s_person s on s.id = t.id',
    parts: [
      ...named(OTHER_PERSON_FIELDS),
      ...PERSON_FIELDS.map(
        (field) => `('${field.part}', ${hasValue(field.column, field.empty)} and ${staysOf(field)})`,
      ),
    ],
    lists: [],
  });

/** Rows `g` that name a source whose value the files have just replaced; `joins` bring the record `t` and the files' rows. */
const forget = (table: 'title' | 'person', joins: string, replaced: readonly string[]): string =>
  `delete from public.${table}_origin d using (
    select g.${table}_id, g.part from public.${table}_origin g join public.${table} t on t.id = g.${table}_id ${joins}
      left join import.${table}_origins o on o.id = t.id
      where not g.locked and g.source <> 'imdb-datasets' and t.source <> 'editor'
        and case g.part ${replaced.join(' ')} else false end) x
    where x.${table}_id = d.${table}_id and x.part = d.part`;

const forgetTitleOrigins = (has: Has): string => {
  const given = titleGiven(has('title.ratings'));
  return forget(
    'title',
    `left join import.s_title s on s.id = t.id left join import.s_rating r on r.id = t.id
      left join import.named n on n.title_id = t.id and n.part = g.part`,
    [
      ...TITLE_FIELDS.map(
        (field) => `when '${field.part}' then (${given[field.from]}) and (${staysOf(field)}) is not true`,
      ),
      ...['akas', 'actors', 'season', 'place', 'crew'].map((part) => `when '${part}' then n.part is not null`),
    ],
  );
};

const forgetPersonOrigins = (): string =>
  forget(
    'person',
    'join import.s_person s on s.id = t.id',
    PERSON_FIELDS.map((field) => `when '${field.part}' then (${staysOf(field)}) is not true`),
  );

/** Records of another source that title.basics does not name: only what the other files gave is the datasets'. */
const TAKE_ORIGINS = `
  insert into public.title_origin (title_id, part, source, fetched_at)
  select g.id, g.part, 'imdb-datasets', now() from (
    select n.title_id as id, n.part from import.named n where n.part <> 'place'
    union select e.series_id, 'season' from import.s_episode e join public.title t on t.id = e.series_id
      where t.source not in ('imdb-datasets', 'editor')
    union select r.id, 'rating' from import.s_rating r union select r.id, 'votes' from import.s_rating r) g
  join public.title t on t.id = g.id and t.source not in ('imdb-datasets', 'editor')
  where not exists (select from import.s_title s where s.id = g.id)
  on conflict (title_id, part) do update set source = excluded.source, fetched_at = excluded.fetched_at
    where not title_origin.locked and title_origin.source <> excluded.source`;

/** Writes down where the titles' fields and parts come from; to be done while the old rows are still there. */
export const mergeTitleOrigins = async (tx: Executor, has: Has): Promise<void> => {
  await tx.query(forgetTitleOrigins(has));
  await tx.query(keepTitleOrigins(has));
  await tx.query(TAKE_ORIGINS);
};

/** The same for people. */
export const mergePersonOrigins = async (tx: Executor): Promise<void> => {
  await tx.query(forgetPersonOrigins());
  await tx.query(keepPersonOrigins());
};
