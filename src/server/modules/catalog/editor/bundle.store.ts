import type { RecordKind } from '#server/kernel/ids.ts';
import type { Executor } from '#server/platform/db/database.ts';
import type { ExternalId } from '#server/sources/external-id.ts';

export interface EpisodeRow {
  /** The series. */
  readonly of: number;
  readonly id: number;
  readonly season: number | null;
  readonly number: number | null;
  readonly type: string;
  readonly title: string;
  readonly year: number | null;
  readonly release_date: string | null;
}

/** The episodes of series in their order, of all sources or of these. */
export const readEpisodes = async (
  db: Executor,
  series: readonly number[],
  sources: readonly string[] | null,
): Promise<EpisodeRow[]> => {
  const { rows } = await db.query<EpisodeRow>(
    `select e.series_id as of, e.title_id as id, e.season, e.number, x.type, x.title, x.year, x.release_date
      from episode e join title x on x.id = e.title_id where e.series_id = any($1)
        and ($2::source_name[] is null or x.source = any($2))
      order by e.season nulls last, e.number nulls last, e.title_id`,
    [series, sources],
  );
  return rows;
};

/** What other sites call records. */
export const readExternalIds = async (
  db: Executor,
  kind: RecordKind,
  keys: readonly number[],
): Promise<(ExternalId & { readonly of: number })[]> => {
  const { rows } = await db.query<ExternalId & { readonly of: number }>(
    'select record_id as of, site, value as id from external_id where kind = $1 and record_id = any($2) order by 2, 3',
    [kind, keys],
  );
  return rows;
};

/** What people are called. */
export const readNames = async (db: Executor, keys: readonly number[]): Promise<Map<number, string>> => {
  if (keys.length === 0) return new Map();
  const { rows } = await db.query<{ id: number; name: string }>('select id, name from person where id = any($1)', [
    keys,
  ]);
  return new Map(rows.map(({ id, name }) => [id, name]));
};

/** Which of these titles there are. */
export const readKnownTitles = async (db: Executor, keys: readonly number[]): Promise<Set<number>> => {
  if (keys.length === 0) return new Set();
  const { rows } = await db.query<{ id: number }>('select id from title where id = any($1)', [keys]);
  return new Set(rows.map(({ id }) => id));
};

export interface CreditRow {
  readonly title: number;
  readonly role: number;
  readonly ordering: number;
  readonly main: boolean;
  readonly characters: readonly string[] | null;
  readonly job: string | null;
  readonly remark: string | null;
}

/** What people are credited in, as far as all sources, or these, tell of it. */
export const readCredits = async (
  db: Executor,
  people: readonly number[],
  sources: readonly string[] | null,
): Promise<(CreditRow & { readonly of: number })[]> => {
  const { rows } = await db.query<CreditRow & { readonly of: number }>(
    `select person_id as of, title_id as title, role, ordering, main, characters, job, remark from credit c
      where person_id = any($1) and ($2::source_name[] is null or exists (select from title t
          left join title_origin o on o.title_id = t.id and o.part = case when c.role = 0 then 'actors' else 'crew' end
        where t.id = c.title_id and t.source = any($2) and coalesce(o.source, t.source) = any($2)))
      order by title_id, role, ordering`,
    [people, sources],
  );
  return rows;
};

/**
 * Puts a person's credits back into the titles that there are, each at its old place or, where somebody else stands there
 * now, at the end. What an editor has locked stays as it is. Answers the titles that have changed.
 */
export const addCredits = async (tx: Executor, person: number, credits: readonly CreditRow[]): Promise<number[]> => {
  const { rows } = await tx.query<{ id: number }>(
    `with told as (
        select r.*, row_number() over (partition by r.title, r.role order by r.ordering) as n
        from jsonb_to_recordset($2::jsonb) as r (title bigint, role smallint, ordering int, main boolean, characters text[], job text, remark text)
        where exists (select from title t where t.id = r.title)
          and not exists (select from credit c where c.title_id = r.title and c.role = r.role and c.person_id = $1)
          and not exists (select from title_origin o where o.title_id = r.title and o.locked
            and o.part = case when r.role = 0 then 'actors' else 'crew' end)),
      added as (
        insert into credit (title_id, role, ordering, person_id, main, characters, job, remark)
        select title, role,
          case when exists (select from credit c where c.title_id = told.title and c.role = told.role and c.ordering = told.ordering)
            then n + (select max(c.ordering) from credit c where c.title_id = told.title and c.role = told.role) else ordering end,
          $1, main, characters, job, remark from told
        on conflict do nothing returning title_id)
      select distinct title_id as id from added order by 1`,
    [person, JSON.stringify(credits)],
  );
  return rows.map(({ id }) => id);
};
