import type { Follow } from '#server/modules/catalog/follow.ts';
import { createImdbImport, type ImdbImport, vacuumRecords } from '#server/modules/catalog/import/import.service.ts';
import {
  prepareDocuments,
  rebuildDocuments,
  vacuumDocuments,
  warmDocuments,
} from '#server/modules/search/document.service.ts';
import type { Database, Executor } from '#server/platform/db/database.ts';
import { forFiles } from '#server/platform/db/embedded-memory.ts';
import { patiently } from '#server/platform/db/patient.ts';
import type { Log } from '#server/platform/log.ts';

/** Makes the search documents follow what is written to the catalogue, in its transaction. */
export const followRecords: Follow = async (tx, { titles, people, all }, tell) => {
  if (all) return prepareDocuments(tx, tell);
  await rebuildDocuments(tx, { titles, people }, tell);
  return undefined;
};

/**
 * The import of IMDb's datasets, with the search documents made in its transaction. Where all were made anew, they are read
 * into the database's memory once everybody sees them, they and the records are vacuumed, and what has no room there is read
 * into the system's cache.
 */
export const createImport = (db: Database, log: Log): ImdbImport => ({
  run: async (ask) => {
    let isAnew = false;
    const afterMerge: Follow = (tx, changed, tell) => {
      isAnew = changed.all;
      return followRecords(tx, changed, tell);
    };
    const report = await createImdbImport({ db, log, afterMerge }).run(ask);
    if (isAnew) {
      const settle = async (step: string, work: (own: Executor) => Promise<unknown>): Promise<void> => {
        ask.onProgress?.({ phase: 'merge', step, merged: 1 });
        await patiently(db.connection, work, ask.signal).catch((error) => {
          if (!ask.signal?.aborted) log.warn({ err: error, step }, 'what was imported begins cold');
        });
      };
      const warm = (asked: Parameters<typeof warmDocuments>[1]) =>
        settle('search, into memory', (own) => warmDocuments(own, { ...asked, signal: ask.signal }));
      const isOurs = db.kind === 'embedded';
      // An external server may be others' too, and what memory it has beside its own is not known.
      await warm(isOurs ? {} : { share: 0.75 });
      await settle('search, vacuum', vacuumDocuments);
      await settle('records, vacuum', vacuumRecords);
      // The vacuum of records pushes documents out of the system's cache.
      if (isOurs) await warm({ cache: forFiles() });
    }
    return report;
  },
});
