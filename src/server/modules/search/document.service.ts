import type { Transaction } from '#server/platform/db/database.ts';
import {
  allowMemory,
  computeDocuments,
  computeVocabulary,
  extendVocabulary,
  replaceGenres,
  swapDocuments,
  swapVocabulary,
  updateDocuments,
  updateGenres,
} from './document.store.ts';

/** Tables with a column `id`: the titles and the people that were created, changed or deleted. */
export interface Changed {
  readonly titles: string;
  readonly people: string;
}

/**
 * Makes search documents follow the catalogue, in the caller's transaction. 'all' computes everything beside what readers see
 * and swaps it in at the end, so it is the last thing to do in a transaction: readers wait from the swap until the commit.
 * A person's popularity follows the votes of its titles when the person itself is named, or with 'all'.
 */
export const rebuildDocuments = async (tx: Transaction, scope: 'all' | Changed): Promise<void> => {
  await allowMemory(tx);
  if (scope === 'all') {
    await computeDocuments(tx, 'title_document');
    await computeDocuments(tx, 'person_document');
    await computeVocabulary(tx);
    await replaceGenres(tx);
    await swapDocuments(tx, 'title_document');
    await swapDocuments(tx, 'person_document');
    return swapVocabulary(tx);
  }
  await updateDocuments(tx, 'title_document', scope.titles);
  await updateGenres(tx, scope.titles);
  await extendVocabulary(tx);
  await updateDocuments(tx, 'person_document', scope.people);
  await extendVocabulary(tx);
};
