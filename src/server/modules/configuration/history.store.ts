import type { ConfigurationValues } from '#contracts/configuration.api.ts';
import type { Executor } from '#server/platform/db/database.ts';
import { type IdRange, rangeOf } from '#server/platform/db/steps.ts';

/** A change as a trigger of the table has kept it, secrets among them. */
export interface Change {
  readonly idChange: number;
  readonly at: string;
  readonly accountId: number | null;
  readonly before: ConfigurationValues | null;
  readonly after: ConfigurationValues | null;
}

const CHANGE = 'id as "idChange", wire_time(at) as at, account_id as "accountId", before, after';
const OF_KEY = `($1 = '' or key = $1)`;

/** A stretch of the changes of a key, or of all, the newest first, and how many there are. */
export const readChanges = async (
  db: Executor,
  key: string,
  { offset, limit }: { readonly offset: number; readonly limit: number },
): Promise<{ readonly rows: readonly Change[]; readonly total: number }> => {
  const { rows } = await db.query<Change & Record<string, unknown>>(
    `select ${CHANGE} from configuration_change where ${OF_KEY} order by id desc offset $2 limit $3`,
    [key, offset, limit],
  );
  const { rows: counted } = await db.query<{ total: number }>(
    `select count(*) as total from configuration_change where ${OF_KEY}`,
    [key],
  );
  return { rows, total: counted[0]?.total ?? 0 };
};

/** The ids between which there are changes; null: there is none. */
export const readRange = async (db: Executor): Promise<IdRange | null> => {
  const { rows } = await db.query<{ low: number | null; high: number | null }>(
    'select min(id) as low, max(id) as high from configuration_change',
  );
  return rangeOf(rows[0]);
};

/** The changes of a key, or of all, with these ids, the newest first. */
export const readWithin = async (db: Executor, key: string, { low, high }: IdRange): Promise<readonly Change[]> => {
  const { rows } = await db.query<Change & Record<string, unknown>>(
    `select ${CHANGE} from configuration_change where ${OF_KEY} and id between $2 and $3 order by id desc`,
    [key, low, high],
  );
  return rows;
};

export const readChange = async (db: Executor, id: number): Promise<Change | null> => {
  const { rows } = await db.query<Change & Record<string, unknown>>(
    `select ${CHANGE} from configuration_change where id = $1`,
    [id],
  );
  return rows[0] ?? null;
};
