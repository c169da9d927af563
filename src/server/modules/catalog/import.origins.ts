import type { Executor } from '#server/platform/db/database.ts';
import type { Has } from './import.context.ts';
import {
  OTHER_PERSON_FIELDS,
  OTHER_TITLE_FIELDS,
  PERSON_FIELDS,
  staysOf,
  TITLE_FIELDS,
  titleGiven,
} from './import.fields.ts';

// A record that the files name becomes the datasets' own; what else it has keeps its source by a row of its own.

const named = (fields: Readonly<Record<string, string>>): string[] =>
  Object.entries(fields).map(
    ([part, column]) => `('${part}', ${column.includes('(') ? column : `t.${column}`} is not null)`,
  );

const hasValue = (column: string, empty: string | undefined): string =>
  empty === undefined ? `t.${column} is not null` : `t.${column} <> ${empty}`;

const keepOrigins = (table: 'title' | 'person', from: string, parts: readonly string[], has: string): string =>
  `insert into public.${table}_origin (${table}_id, part, source, fetched_at)
    select t.id, p.part, t.source, t.fetched_at from ${from} left join import.${table}_origins o on o.id = t.id
      cross join lateral (values ${parts.join(', ')}) p (part, has)
    where t.source not in ('imdb-datasets', 'editor') and p.has and ${has}
    union all select t.id, l.part, t.source, t.fetched_at from ${from} join public.${table}_list l on l.${table}_id = t.id
    where t.source not in ('imdb-datasets', 'editor') and ${has}
    on conflict do nothing`;

const notMerged = (kind: 'movie' | 'name'): string =>
  `not exists (select from redirect d where d.kind = '${kind}' and d.source_id = t.id)`;

const keptPart = (part: string, replacing: boolean, exists: string): string =>
  `('${part}', ${replacing ? `exists (select from import.kept k where k.title_id = t.id and k.part = '${part}') and` : ''} exists (${exists}))`;

const keepTitleOrigins = (has: Has): string => {
  const fields = TITLE_FIELDS.map((field) => {
    const there = hasValue(field.column, field.empty);
    const stays = field.from === 'r' && !has('title.ratings') ? 'true' : `(${staysOf(field)})`;
    return `('${field.part}', ${there} and ${stays})`;
  });
  const credit = (roles: string) => `select from public.credit c where c.title_id = t.id and c.role ${roles}`;
  return keepOrigins(
    'title',
    'public.title t join import.s_title s on s.id = t.id left join import.s_rating r on r.id = t.id',
    [
      ...named(OTHER_TITLE_FIELDS),
      ...fields,
      keptPart('akas', has('title.akas'), 'select from public.aka a where a.title_id = t.id'),
      keptPart('actors', has('title.principals'), credit('= 0')),
      keptPart('crew', has('title.principals'), credit('> 0')),
      keptPart('season', has('title.episode'), 'select from public.episode e where e.series_id = t.id'),
    ],
    notMerged('movie'),
  );
};

const keepPersonOrigins = (): string =>
  keepOrigins(
    'person',
    'public.person t join import.s_person s on s.id = t.id',
    [
      ...named(OTHER_PERSON_FIELDS),
      ...PERSON_FIELDS.map(
        (field) => `('${field.part}', ${hasValue(field.column, field.empty)} and ${staysOf(field)})`,
      ),
    ],
    notMerged('name'),
  );

/** Rows that name a source whose value the files have just replaced. */
const forget = (table: 'title' | 'person', from: string, replaced: readonly string[]): string =>
  `delete from public.${table}_origin g using ${from} left join import.${table}_origins o on o.id = t.id
    where g.${table}_id = t.id and not g.locked and g.source <> 'imdb-datasets' and t.source <> 'editor'
      and case g.part ${replaced.join(' ')} else false end`;

const replacedPart = (part: string): string =>
  `when '${part}' then exists (select from import.named n where n.title_id = t.id and n.part = '${part}')`;

const forgetTitleOrigins = (has: Has): string => {
  const given = titleGiven(has('title.ratings'));
  return forget(
    'title',
    'public.title t left join import.s_title s on s.id = t.id left join import.s_rating r on r.id = t.id',
    [
      ...TITLE_FIELDS.map(
        (field) => `when '${field.part}' then (${given[field.from]}) and (${staysOf(field)}) is not true`,
      ),
      replacedPart('akas'),
      replacedPart('actors'),
      ...(has('title.principals') ? [replacedPart('crew')] : []),
      replacedPart('season'),
    ],
  );
};

const forgetPersonOrigins = (): string =>
  forget(
    'person',
    'public.person t join import.s_person s on s.id = t.id',
    PERSON_FIELDS.map((field) => `when '${field.part}' then (${staysOf(field)}) is not true`),
  );

/** Records of another source that title.basics does not name: only what the other files gave is the datasets'. */
const takeOrigins = (has: Has): string => `
  insert into public.title_origin (title_id, part, source, fetched_at)
  select g.id, g.part, 'imdb-datasets', now() from (
    select n.title_id as id, n.part from import.named n ${has('title.principals') ? '' : "where n.part <> 'crew'"}
    union select r.id, p from import.s_rating r, unnest(array['rating', 'votes']) p) g
  join public.title t on t.id = g.id and t.source not in ('imdb-datasets', 'editor')
  where not exists (select from import.s_title s where s.id = g.id)
  on conflict (title_id, part) do update set source = excluded.source, fetched_at = excluded.fetched_at
    where not title_origin.locked and title_origin.source <> excluded.source`;

/** Writes down where the titles' fields and parts come from; to be done while the old rows are still there. */
export const mergeTitleOrigins = async (tx: Executor, has: Has): Promise<void> => {
  await tx.query(forgetTitleOrigins(has));
  await tx.query(keepTitleOrigins(has));
  await tx.query(takeOrigins(has));
};

/** The same for people. */
export const mergePersonOrigins = async (tx: Executor): Promise<void> => {
  await tx.query(forgetPersonOrigins());
  await tx.query(keepPersonOrigins());
};
