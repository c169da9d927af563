import type { ConfigurationRecord } from '#contracts/configuration.api.ts';
import type { Executor } from '#server/platform/db/database.ts';
import type { Form } from './form.rules.ts';

/** A key that the product reads: what it means, what holds until somebody changes it, and what it takes. */
export interface Setting {
  readonly key: string;
  readonly description: string;
  readonly value: string;
  readonly takes: Form;
}

/** Lists the settings that the table does not hold yet, with their first values. */
export const ensureKeys = async (db: Executor, settings: readonly Setting[]): Promise<void> => {
  await db.query(
    `insert into configuration (key, value1, description) select * from unnest($1::text[], $2::text[], $3::text[])
      on conflict (key) do nothing`,
    [settings.map((one) => one.key), settings.map((one) => one.value), settings.map((one) => one.description)],
  );
};

export const readAll = async (db: Executor): Promise<[string, string][]> => {
  const { rows } = await db.query<{ key: string; value1: string }>('select key, value1 from configuration');
  return rows.map((row) => [row.key, row.value1]);
};

const RECORD = 'id as "idConfiguration", key, value1, value2, description';

/** A stretch of the records and how many there are. A new one is the last, where the page that made it looks. */
export const readRecords = async (
  db: Executor,
  { offset, limit }: { readonly offset: number; readonly limit: number },
): Promise<{ readonly records: readonly ConfigurationRecord[]; readonly total: number }> => {
  const { rows } = await db.query<ConfigurationRecord>(
    `select ${RECORD} from configuration order by id offset $1 limit $2`,
    [offset, limit],
  );
  const { rows: counted } = await db.query<{ total: number }>('select count(*) as total from configuration');
  return { records: rows, total: counted[0]?.total ?? 0 };
};

/** The records whose key begins with a text. */
export const readPrefix = async (db: Executor, prefix: string): Promise<readonly ConfigurationRecord[]> => {
  const { rows } = await db.query<ConfigurationRecord>(
    `select ${RECORD} from configuration where starts_with(key, $1) order by id`,
    [prefix],
  );
  return rows;
};

/** Writes the value of a key that is listed. */
export const writeValue = async (db: Executor, key: string, value: string): Promise<void> => {
  await db.query('update configuration set value1 = $2 where key = $1', [key, value]);
};
