import type { RecordKind } from '#server/kernel/ids.ts';
import type { Executor } from '#server/platform/db/database.ts';
import { statement } from '#server/platform/db/statement.ts';
import { TEXTS, type Text } from './text.rules.ts';
import { type Visibility, visibilityTypes, visibilityValues } from './visibility.ts';

const textsOf = (table: 'title' | 'person', part: string) =>
  statement(
    `${table}_texts`,
    `select l.${table}_id as key, e.item
      from ${table}_list l join ${table} t on t.id = l.${table}_id
        cross join jsonb_array_elements(l.items) with ordinality e (item, n)
      where l.${table}_id = any($ids) and l.part = '${part}'
        and split_part(lower(e.item->>'languageCode'), '-', 1) = any($languages)
        and ($sources is null or coalesce((select o.source from ${table}_origin o
          where o.${table}_id = t.id and o.part = '${part}'), t.source) = any($sources))
      order by e.n`,
    { ids: 'bigint[]', languages: 'text[]', ...visibilityTypes },
  );
const STATEMENTS = { movie: textsOf('title', TEXTS.movie.part), name: textsOf('person', TEXTS.name.part) } as const;

/** Plots or biographies in these languages, by the keys of their records. One statement. */
export const readTexts = async (
  db: Executor,
  kind: RecordKind,
  ids: readonly number[],
  languages: readonly string[],
  seen: Visibility,
): Promise<ReadonlyMap<number, readonly Text[]>> => {
  if (ids.length === 0) return new Map();
  const { rows } = await db.query<{ readonly key: number; readonly item: Text }>(
    STATEMENTS[kind]({ ids, languages, ...visibilityValues(seen) }),
  );
  return new Map([...Map.groupBy(rows, ({ key }) => key)].map(([key, same]) => [key, same.map(({ item }) => item)]));
};
