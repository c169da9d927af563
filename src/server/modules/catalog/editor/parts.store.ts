import type { RecordKind } from '#server/kernel/ids.ts';
import type { Executor } from '#server/platform/db/database.ts';
import type { SourceName } from '#server/sources/source.ts';

export interface PartOrigin {
  readonly source: SourceName;
  readonly fetched: string;
  readonly locked: boolean;
}

/** Whose a record is, and whose those of its parts are that are not; null when there is no such record. */
export const readOrigins = async (
  db: Executor,
  kind: RecordKind,
  key: number,
): Promise<{ record: PartOrigin; parts: Readonly<Record<string, PartOrigin>> } | null> => {
  const table = kind === 'movie' ? 'title' : 'person';
  const { rows } = await db.query<PartOrigin & { parts: Readonly<Record<string, PartOrigin>> | null }>(
    `select t.source, wire_time(t.fetched_at) as fetched, false as locked, (
        select json_object_agg(o.part, json_build_object('source', o.source, 'fetched', wire_time(o.fetched_at), 'locked', o.locked))
        from ${table}_origin o where o.${table}_id = t.id) as parts
      from ${table} t where t.id = $1`,
    [key],
  );
  const [row] = rows;
  if (!row) return null;
  const { parts, ...record } = row;
  return { record, parts: parts ?? {} };
};

/** How many people of each role a title credits. */
export const countCrew = async (db: Executor, key: number): Promise<{ role: number; count: number }[]> => {
  const { rows } = await db.query<{ role: number; count: number }>(
    'select role, count(*)::int as count from credit where title_id = $1 and role > 0 group by role order by role',
    [key],
  );
  return rows;
};

/** How many episodes each season and each year of a series has; those without a season last, those without a year nowhere. */
export const countEpisodes = async (
  db: Executor,
  key: number,
): Promise<{
  readonly seasons: { readonly numSeason: number | null; readonly count: number }[];
  readonly years: { readonly year: number; readonly count: number }[];
}> => {
  const seasons = await db.query<{ numSeason: number | null; count: number }>(
    `select season as "numSeason", count(*)::int as count from episode where series_id = $1
      group by season order by season nulls last`,
    [key],
  );
  const years = await db.query<{ year: number; count: number }>(
    'select year, count(*)::int as count from episode where series_id = $1 and year is not null group by year order by year',
    [key],
  );
  return { seasons: seasons.rows, years: years.rows };
};

/** When a series is looked at next; null when nothing is planned. */
export const readSerieUpdate = async (
  db: Executor,
  key: number,
): Promise<{ updateDate: string | null; ignore: 0 | 1 } | null> => {
  const { rows } = await db.query<{ updateDate: string | null; ignore: 0 | 1 }>(
    `select wire_time(update_date) as "updateDate", ignore::int as ignore from serie_update where title_id = $1`,
    [key],
  );
  return rows[0] ?? null;
};
