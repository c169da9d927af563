import type { RecordKind } from '#server/kernel/ids.ts';
import type { Executor } from '#server/platform/db/database.ts';
import { ofAnyLength, statement } from '#server/platform/db/statement.ts';
import { TEXTS, type Text } from './text.rules.ts';
import { type Visibility, visibilityTypes, visibilityValues } from './visibility.ts';

const TABLES = { movie: 'title', name: 'person' } as const;

/** Where plots or biographies in some languages are: `l` is a record's list of them, `e.item` one of them, `e.n` its place. */
export const textRows = (kind: RecordKind, ids: string): string => {
  const [table, { part }] = [TABLES[kind], TEXTS[kind]];
  return `from ${table}_list l join ${table} t on t.id = l.${table}_id
      cross join jsonb_array_elements(l.items) with ordinality e (item, n)
    where l.${table}_id = any(${ofAnyLength(ids, 'bigint[]')}) and l.part = '${part}'
      and split_part(lower(e.item->>'languageCode'), '-', 1) = any($languages)
      and ($sources is null or coalesce((select o.source from ${table}_origin o
        where o.${table}_id = t.id and o.part = '${part}'), t.source) = any($sources))`;
};

const biographies = statement(
  'biographies_in_language',
  `select l.person_id as key, e.item ${textRows('name', '$ids')} order by e.n`,
  { ids: 'bigint[]', languages: 'text[]', ...visibilityTypes },
);

/** Biographies in these languages, by the keys of people. One statement. */
export const readBiographies = async (
  db: Executor,
  ids: readonly number[],
  languages: readonly string[],
  seen: Visibility,
): Promise<ReadonlyMap<number, readonly Text[]>> => {
  const { rows } = await db.query<{ readonly key: number; readonly item: Text }>(
    biographies({ ids, languages, ...visibilityValues(seen) }),
  );
  return new Map([...Map.groupBy(rows, ({ key }) => key)].map(([key, same]) => [key, same.map(({ item }) => item)]));
};
