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

/** The episodes of series in their order. */
export const readEpisodes = async (db: Executor, series: readonly number[]): Promise<EpisodeRow[]> => {
  const { rows } = await db.query<EpisodeRow>(
    `select e.series_id as of, e.title_id as id, e.season, e.number, x.type, x.title, x.year, x.release_date
      from episode e join title x on x.id = e.title_id where e.series_id = any($1)
      order by e.season nulls last, e.number nulls last, e.title_id`,
    [series],
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

/** What people are credited in. */
export const readCredits = async (
  db: Executor,
  people: readonly number[],
): Promise<(CreditRow & { readonly of: number })[]> => {
  const { rows } = await db.query<CreditRow & { readonly of: number }>(
    `select person_id as of, title_id as title, role, ordering, main, characters, job, remark from credit c
      where person_id = any($1)
      order by title_id, role, ordering`,
    [people],
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
