import type { Executor } from '#server/platform/db/database.ts';
import {
  allowMemory,
  computeDocuments,
  hasRows,
  replaceGenres,
  swapDocuments,
  updateDocuments,
  updateGenres,
} from './document.store.ts';
import { computeVocabulary, extendVocabulary, swapVocabulary } from './vocabulary.store.ts';

export { readDocumentStates } from './inspect.store.ts';
export { vacuumDocuments, warmDocuments } from './warm.store.ts';

/** Relations with a column `id`, to stand after `from`: the titles and the people that were created, changed or deleted. */
export interface Changed {
  readonly titles: string;
  readonly people: string;
}

/** Documents that were computed beside what readers see; `swap` takes no time and goes with the caller's locks on `tables`. */
export interface Prepared {
  readonly tables: readonly string[];
  swap(): Promise<void>;
}

/** Hears of the steps, and of how far within one (0 to 1) it is. */
type Tell = (step: string, within?: number) => void;

const STEPS = {
  ...{ title_document: 'documents of titles', person_document: 'documents of people' },
  words: 'words for search',
} as const;

/** Computes every document anew in the caller's transaction. Readers see nothing of it before `swap` and the commit. */
export const prepareDocuments = async (tx: Executor, tell: Tell = () => {}): Promise<Prepared> => {
  await allowMemory(tx);
  for (const table of ['title_document', 'person_document'] as const) {
    await computeDocuments(tx, table, (within) => tell(STEPS[table], within));
  }
  tell(STEPS.words);
  await computeVocabulary(tx);
  await replaceGenres(tx);
  const swap = async (): Promise<void> => {
    await swapDocuments(tx, 'title_document');
    await swapDocuments(tx, 'person_document');
    await swapVocabulary(tx);
  };
  return { tables: ['title_document', 'person_document', 'search_word'], swap };
};

/**
 * Makes search documents follow the catalogue, in the caller's transaction. 'all' swaps at the end, so it is the last thing
 * to do in a transaction: readers wait from the swap until the commit. A person's popularity follows the votes of its
 * titles when the person itself is named, or with 'all'.
 */
export const rebuildDocuments = async (tx: Executor, scope: 'all' | Changed, tell: Tell = () => {}): Promise<void> => {
  if (scope === 'all') return (await prepareDocuments(tx, tell)).swap();
  await allowMemory(tx);
  if (await hasRows(tx, scope.titles)) {
    tell(STEPS.title_document);
    await updateDocuments(tx, 'title_document', scope.titles);
    await updateGenres(tx, scope.titles);
    await extendVocabulary(tx);
  }
  if (await hasRows(tx, scope.people)) {
    tell(STEPS.person_document);
    await updateDocuments(tx, 'person_document', scope.people);
    await extendVocabulary(tx);
  }
};
