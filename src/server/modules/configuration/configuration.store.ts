import type { ConfigurationRecord, ConfigurationValues } from '#contracts/configuration.api.ts';
import type { Executor } from '#server/platform/db/database.ts';
import type { Setting } from './reader.rules.ts';

/** A row, secrets among them. */
export type Row = Pick<
  ConfigurationRecord,
  'idConfiguration' | 'key' | 'value1' | 'value2' | 'description' | 'version'
>;

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

const RECORD = 'id as "idConfiguration", key, value1, value2, description, version';
const HAVING = `$1 = '' or strpos(lower(key || ' ' || description), lower($1)) > 0`;

/** A stretch of the records and how many there are. A new one is the last, where the page that made it looks. */
export const readRecords = async (
  db: Executor,
  text: string,
  { offset, limit }: { readonly offset: number; readonly limit: number },
): Promise<{ readonly rows: readonly Row[]; readonly total: number }> => {
  const { rows } = await db.query<Row>(
    `select ${RECORD} from configuration where ${HAVING} order by id offset $2 limit $3`,
    [text, offset, limit],
  );
  const { rows: counted } = await db.query<{ total: number }>(
    `select count(*) as total from configuration where ${HAVING}`,
    [text],
  );
  return { rows, total: counted[0]?.total ?? 0 };
};

/** The records whose key begins with a text. */
export const readPrefix = async (db: Executor, prefix: string): Promise<readonly Row[]> => {
  const { rows } = await db.query<Row>(`select ${RECORD} from configuration where starts_with(key, $1) order by id`, [
    prefix,
  ]);
  return rows;
};

/** So many of the records in which a text stands, after the one with an id. */
export const readAfter = async (db: Executor, text: string, id: number, most: number): Promise<readonly Row[]> => {
  const { rows } = await db.query<Row>(
    `select ${RECORD} from configuration where (${HAVING}) and id > $2 order by id limit $3`,
    [text, id, most],
  );
  return rows;
};

/** The record with an id, or with a key. */
export const readRow = async (
  db: Executor,
  by: { readonly id: number } | { readonly key: string },
): Promise<Row | null> => {
  const { rows } = await db.query<Row>(`select ${RECORD} from configuration where ${'id' in by ? 'id' : 'key'} = $1`, [
    'id' in by ? by.id : by.key,
  ]);
  return rows[0] ?? null;
};

/** Keeps others from changing any until the transaction ends; what is changed then is this account's doing. */
export const holdRows = async (tx: Executor, accountId: number): Promise<void> => {
  await tx.query('lock table configuration in share row exclusive mode');
  await tx.query(`select set_config('kinodex.account', $1, true)`, [String(accountId)]);
};

export const insertRow = async (
  tx: Executor,
  { key, value1, value2, description }: ConfigurationValues,
): Promise<number> => {
  const { rows } = await tx.query<{ id: number }>(
    'insert into configuration (key, value1, value2, description) values ($1, $2, $3, $4) returning id',
    [key, value1, value2, description],
  );
  return rows[0]?.id ?? 0;
};

export const updateRow = async (tx: Executor, id: number, values: ConfigurationValues): Promise<void> => {
  await tx.query('update configuration set key = $2, value1 = $3, value2 = $4, description = $5 where id = $1', [
    id,
    values.key,
    values.value1,
    values.value2,
    values.description,
  ]);
};

export const deleteRow = async (tx: Executor, id: number): Promise<void> => {
  await tx.query('delete from configuration where id = $1', [id]);
};

/** Writes the value of a key that is listed. */
export const writeValue = async (db: Executor, key: string, value: string): Promise<void> => {
  await db.query('update configuration set value1 = $2 where key = $1', [key, value]);
};
