import type { Executor } from '#server/platform/db/database.ts';
import type { Finish, Tell } from '../follow.ts';
import { fillNext, finishNext } from './rebuild.ts';
import { NEXT, STAGING } from './staging.ts';

/** What an import has changed, for who keeps something beside the catalogue. */
export interface MergedRecords {
  /** Tables `id bigint, action text` of the records: create, update, delete. */
  readonly titles: string;
  readonly people: string;
  /** The titles were written anew, so that building anew beats bringing up to date. */
  readonly all: boolean;
  /**
   * Writes a table of the public schema anew from the rows of a query (its columns in order), to take the old one's
   * place with the commit. Nothing else in the database may refer to it.
   */
  replace(table: string, select: string): Promise<void>;
}

/**
 * Runs in the transaction of the merge, when there is something to tell; the catalogue's tables by their plain names are
 * those that will be, and what is made comes to lie in the public schema.
 */
export type AfterMerge = (tx: Executor, merged: MergedRecords, tell: Tell) => Promise<Finish | undefined>;

/** Calls `afterMerge` while the tables of `rebuilt` stand in for the old ones; adds to the list what it replaces. */
export const notifyOthers = async (
  tx: Executor,
  afterMerge: AfterMerge,
  rebuilt: string[],
  tell: Tell,
): Promise<Finish | undefined> => {
  // A name is looked up among the session's own first, and what is made meanwhile still comes to lie in public.
  const views = rebuilt.map((table) => `pg_temp.${table}`);
  for (const table of rebuilt) await tx.query(`create temp view ${table} as select * from ${NEXT}.${table}`);
  const merged: MergedRecords = {
    titles: `${STAGING}.changed_title`,
    people: `${STAGING}.changed_person`,
    all: rebuilt.includes('title'),
    replace: async (table, select) => {
      await fillNext(tx, table, select);
      await finishNext(tx, table);
      rebuilt.push(table);
    },
  };
  const finish = await afterMerge(tx, merged, tell);
  if (views.length > 0) await tx.query(`drop view ${views.join(', ')}`);
  return finish;
};
