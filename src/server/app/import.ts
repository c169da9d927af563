import type { Follow } from '#server/modules/catalog/follow.ts';
import { createImdbImport, type ImdbImport } from '#server/modules/catalog/import/import.service.ts';
import { prepareDocuments, rebuildDocuments } from '#server/modules/search/document.service.ts';
import type { Database } from '#server/platform/db/database.ts';
import type { Log } from '#server/platform/log.ts';

/** Makes the search documents follow what is written to the catalogue, in its transaction. */
export const followRecords: Follow = async (tx, { titles, people, all }, tell) => {
  if (all) return prepareDocuments(tx, tell);
  await rebuildDocuments(tx, { titles, people }, tell);
  return undefined;
};

/** The import of IMDb's datasets, with the search documents made in its transaction. */
export const createImport = (db: Database, log: Log): ImdbImport =>
  createImdbImport({ db, log, afterMerge: followRecords });
