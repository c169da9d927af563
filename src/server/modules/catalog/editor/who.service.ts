import type { RecordKind } from '#server/kernel/ids.ts';
import type { Executor } from '#server/platform/db/database.ts';
import { readEditors } from './edit.store.ts';

/** What accounts are called, by their ids. */
export type CallsOf = (accounts: readonly number[]) => Promise<ReadonlyMap<number, string>>;
/** What whoever has done something is called; null: the command line. */
export type CallOf = (accountId: number | null) => string | null;

/** The names of accounts, also of those that are gone. */
export const namesOf = async (callsOf: CallsOf, accounts: Iterable<number | null>): Promise<CallOf> => {
  const calls = await callsOf([...new Set([...accounts].filter((id) => id !== null))]);
  return (id) => (id === null ? null : (calls.get(id) ?? `deleted-${id}`));
};

/** Who edited each part of a record last. */
export const editorsOf = async (
  db: Executor,
  callsOf: CallsOf,
  kind: RecordKind,
  key: number,
): Promise<(part: string) => string | null> => {
  const editors = await readEditors(db, kind, key);
  const callOf = await namesOf(callsOf, editors.values());
  return (part) => callOf(editors.get(part) ?? null);
};
