import type { Executor } from '#server/platform/db/database.ts';
import { statement } from '#server/platform/db/statement.ts';
import type { CalledAs, Tongue } from './language.rules.ts';
import { type Visibility, visibilityTypes, visibilityValues } from './visibility.ts';

const called = statement(
  'titles_in_language',
  `select a.title_id as key, a.title, a.region, a.language, a.types, a.attributes, a.ordering
    from aka a join title t on t.id = a.title_id
    where a.title_id = any($ids)
      and (a.language = any($languages) or (a.language is null and a.region = any($regions)))
      and ($sources is null or coalesce((select o.source from title_origin o where o.title_id = t.id and o.part = 'akas'), t.source)
        = any($sources))`,
  { ids: 'bigint[]', languages: 'text[]', regions: 'text[]', ...visibilityTypes },
);

/** What titles are called, as far as it may be in this language, by their keys. One statement. */
export const readCalled = async (
  db: Executor,
  ids: readonly number[],
  { languages, regions }: Tongue,
  seen: Visibility,
): Promise<ReadonlyMap<number, readonly CalledAs[]>> => {
  const { rows } = await db.query<CalledAs & { readonly key: number }>(
    called({ ids, languages, regions, ...visibilityValues(seen) }),
  );
  return Map.groupBy(rows, ({ key }) => key);
};
