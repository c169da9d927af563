import type { Executor } from '#server/platform/db/database.ts';
import type { Credit } from './credit.rules.ts';

/** A credit, and the person whose it is. */
export interface CreditRow extends Credit {
  readonly of: number;
}

const COLUMNS =
  "person_id as of, title_id as title, role, ordering, main, nullif(characters, '{}') as characters, job, remark";

/** What people are credited in. */
export const readCredits = async (db: Executor, people: readonly number[]): Promise<CreditRow[]> => {
  const { rows } = await db.query<CreditRow>(
    `select ${COLUMNS} from credit c where person_id = any($1) order by title_id, role, ordering`,
    [people],
  );
  return rows;
};

/**
 * Puts a person's credits back into the titles that there are, each at its old place or, where somebody else stands there
 * now, at the end. What an editor has locked stays as it is unless `evenLocked`. Answers the titles that have changed.
 */
export const addCredits = async (
  tx: Executor,
  person: number,
  credits: readonly Credit[],
  evenLocked = false,
): Promise<number[]> => {
  if (credits.length === 0) return [];
  const { rows } = await tx.query<{ id: number }>(
    `with told as (
        select r.*, row_number() over (partition by r.title, r.role order by r.ordering) as n,
          max(r.ordering) over (partition by r.title, r.role) as last
        from jsonb_to_recordset($2::jsonb) as r (title bigint, role smallint, ordering int, main boolean, characters text[], job text, remark text)
        where exists (select from title t where t.id = r.title)
          and not exists (select from credit c where c.title_id = r.title and c.role = r.role and c.person_id = $1)
          and ($3 or not exists (select from title_origin o where o.title_id = r.title and o.locked
            and o.part = case when r.role = 0 then 'actors' else 'crew' end))),
      added as (
        insert into credit (title_id, role, ordering, person_id, main, characters, job, remark)
        select title, role,
          case when exists (select from credit c where c.title_id = told.title and c.role = told.role and c.ordering = told.ordering)
            then n + greatest(last, (select max(c.ordering) from credit c where c.title_id = told.title and c.role = told.role))
            else ordering end,
          $1, main, characters, job, remark from told
        on conflict do nothing returning title_id)
      select distinct title_id as id from added order by 1`,
    [person, JSON.stringify(credits), evenLocked],
  );
  return rows.map(({ id }) => id);
};

/** Takes away what two people are credited with in the same roles of the same titles, and answers it. */
export const takeShared = async (tx: Executor, people: readonly [number, number]): Promise<CreditRow[]> => {
  const { rows } = await tx.query<CreditRow>(
    `delete from credit c where person_id = any($1) and exists (select from credit o
        where o.title_id = c.title_id and o.role = c.role and o.person_id = any($1) and o.person_id <> c.person_id)
      returning ${COLUMNS}`,
    [people],
  );
  return rows;
};

/** Gives a person's credits to another one. Answers the titles that change. */
export const moveCredits = async (tx: Executor, from: number, to: number): Promise<number[]> => {
  const { rows } = await tx.query<{ id: number }>(
    'update credit set person_id = $2 where person_id = $1 returning title_id as id',
    [from, to],
  );
  return rows.map(({ id }) => id);
};

/** Takes away what a person is credited with in the roles of titles that these credits are in. */
export const deleteCredits = async (tx: Executor, person: number, credits: readonly Credit[]): Promise<void> => {
  await tx.query(
    `delete from credit c using jsonb_to_recordset($2::jsonb) as r (title bigint, role smallint)
      where c.person_id = $1 and c.title_id = r.title and c.role = r.role`,
    [person, JSON.stringify(credits)],
  );
};
