import type { ConfigurationChange, ConfigurationRecord, ConfigurationValues } from '#contracts/configuration.api.ts';
import { failure, refusedAt, unchangedSince } from '#server/kernel/failure.ts';
import type { Database, Executor } from '#server/platform/db/database.ts';
import { downwards, type Steps, viewed } from '#server/platform/db/steps.ts';
import { deleteRow, holdRows, insertRow, type Row, readRow, updateRow } from './configuration.store.ts';
import { type Change, readChange, readChanges, readRange, readWithin } from './history.store.ts';
import { problemsOf, valuesOver } from './keeping.rules.ts';
import type { Setting } from './reader.rules.ts';
import { shownOf, shownValuesOf } from './shown.rules.ts';

export interface KeepingOptions {
  readonly db: Pick<Database, 'query' | 'transaction'>;
  readonly settings: readonly Setting[];
  /** Reads the settings again; other nodes are told by the table. */
  readonly reload: () => Promise<void>;
  /** What accounts are called, by their ids. */
  readonly emailsOf: (accounts: readonly number[]) => Promise<ReadonlyMap<number, string>>;
}

interface Sent extends Omit<ConfigurationValues, 'value2'> {
  readonly value2?: string | null | undefined;
}

/** Changes of a step: each may be 40,000 characters long. */
const LONG_CHANGES = 50;

/** The configuration as administrators keep it, with what each of them has changed. */
export const createKeeping = ({ db, settings, reload, emailsOf }: KeepingOptions) => {
  const known = new Set(settings.map(({ key }) => key));
  const shown = shownOf(settings);
  const shownValues = shownValuesOf(settings);

  const held = async <T>(accountId: number, change: (tx: Executor) => Promise<T>): Promise<T> => {
    const done = await db.transaction(async (tx) => {
      await holdRows(tx, accountId);
      return change(tx);
    });
    await reload();
    return done;
  };
  const one = async (tx: Executor, id: number): Promise<Row> => {
    const row = await readRow(tx, { id });
    if (row === null) throw failure('configuration_unknown');
    return row;
  };

  /** Writes values over a row, or into a new one. */
  const write = async (tx: Executor, values: ConfigurationValues, row: Row | null): Promise<ConfigurationRecord> => {
    const namesake = await readRow(tx, { key: values.key });
    const isTaken = namesake !== null && namesake.idConfiguration !== row?.idConfiguration;
    // What a new one holds is of no account where its name is another's.
    const details = isTaken && row === null ? [] : problemsOf(values, row, settings);
    if (details[0]) throw failure('invalid_body', details[0].message, { details });
    if (isTaken) throw refusedAt('key', 'configuration_taken');
    if (row !== null) await updateRow(tx, row.idConfiguration, values);
    const id = row?.idConfiguration ?? (await insertRow(tx, values));
    return shown(await one(tx, id));
  };

  /** Makes a configuration, or changes the one with the id. */
  const save = (accountId: number, sent: Sent, over?: { readonly id: number; readonly version: number | undefined }) =>
    held(accountId, async (tx) => {
      const row = over ? await one(tx, over.id) : null;
      if (row) unchangedSince(over?.version, shown(row));
      return write(tx, valuesOver({ ...sent, value2: sent.value2 ?? null }, row, known), row);
    });

  const remove = (accountId: number, id: number): Promise<string> =>
    held(accountId, async (tx) => {
      await one(tx, id);
      await deleteRow(tx, id);
      return 'Configuration removed';
    });

  /** Puts back what was there before a change; `undone` where nothing was, or it is there. */
  const restore = (accountId: number, idChange: number): Promise<ConfigurationRecord> =>
    held(accountId, async (tx) => {
      const change = await readChange(tx, idChange);
      if (change === null) throw failure('edit_unknown');
      const { before, after } = change;
      if (before === null) throw failure('undone');
      const row = (await readRow(tx, { key: after?.key ?? before.key })) ?? (await readRow(tx, { key: before.key }));
      const isThere =
        row?.key === before.key &&
        row.value1 === before.value1 &&
        row.value2 === before.value2 &&
        row.description === before.description;
      if (isThere) throw failure('undone');
      return write(tx, before, row);
    });

  const told = async (rows: readonly Change[]): Promise<readonly ConfigurationChange[]> => {
    const ids = rows.flatMap(({ accountId }) => accountId ?? []);
    const emails = await emailsOf([...new Set(ids)]);
    return rows.map(({ idChange, at, accountId, before, after }) => ({
      ...{ idChange, at },
      email: accountId === null ? null : (emails.get(accountId) ?? `deleted-${accountId}`),
      action: before === null ? 'CREATED' : after === null ? 'DELETED' : 'CHANGED',
      before: before && shownValues(before),
      after: after && shownValues(after),
    }));
  };

  const history = async (
    key: string,
    slice: { readonly offset: number; readonly limit: number },
  ): Promise<{ readonly changes: readonly ConfigurationChange[]; readonly total: number }> => {
    const { rows, total } = await readChanges(db, key, slice);
    return { changes: await told(rows), total };
  };

  /** Every change of a key, or of all, the newest first. */
  const walk = async (key: string): Promise<Steps<ConfigurationChange>> =>
    viewed(
      downwards(await readRange(db), (stretch) => readWithin(db, key, stretch), LONG_CHANGES),
      told,
    );

  /** A configuration as it is shown; null when there is none. */
  const find = async (id: number): Promise<ConfigurationRecord | null> => {
    const row = await readRow(db, { id });
    return row && shown(row);
  };

  return { save, remove, restore, find, history, walk };
};

export type Keeping = ReturnType<typeof createKeeping>;
