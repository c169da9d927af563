import type { Executor } from '#server/platform/db/database.ts';
import { ofAnyLength, statement } from '#server/platform/db/statement.ts';
import type { CalledAs, Tongue } from './language.rules.ts';
import type { Text } from './text.rules.ts';
import { textRows } from './text.store.ts';
import { type Visibility, visibilityTypes, visibilityValues } from './visibility.ts';

const inLanguage = statement(
  'titles_in_language',
  `select a.title_id as key, a.title, a.region, a.language, a.types, a.attributes, a.ordering, null as item
    from aka a join title t on t.id = a.title_id
    where a.title_id = any(${ofAnyLength('$named', 'bigint[]')})
      and (a.language = any($languages) or (a.language is null and a.region = any($regions)))
      and ($sources is null or coalesce((select o.source from title_origin o where o.title_id = t.id and o.part = 'akas'), t.source)
        = any($sources))
  union all select l.title_id, null, null, null, null, null, e.n, e.item ${textRows('movie', '$described')}`,
  { named: 'bigint[]', described: 'bigint[]', languages: 'text[]', regions: 'text[]', ...visibilityTypes },
);

/** What titles are called and how they are told. */
export interface InLanguage {
  readonly called: readonly CalledAs[];
  readonly texts: readonly Text[];
}

type Row = CalledAs & { readonly key: number; readonly item: Text | null };

/** What may be said of titles in this language, by their keys: names of those in `named`, plots of `described`. One statement. */
export const readTitlesIn = async (
  db: Executor,
  keys: { readonly named: readonly number[]; readonly described: readonly number[] },
  { languages, regions }: Tongue,
  seen: Visibility,
): Promise<ReadonlyMap<number, InLanguage>> => {
  const { rows } = await db.query<Row>(inLanguage({ ...keys, languages, regions, ...visibilityValues(seen) }));
  const texts = (same: readonly Row[]) =>
    same.toSorted((a, b) => a.ordering - b.ordering).flatMap(({ item }) => item ?? []);
  return new Map(
    [...Map.groupBy(rows, ({ key }) => key)].map(([key, same]) => [
      key,
      { called: same.filter(({ item }) => item === null), texts: texts(same) },
    ]),
  );
};
