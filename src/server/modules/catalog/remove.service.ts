import { failure } from '#server/kernel/failure.ts';
import type { ParsedId } from '#server/kernel/ids.ts';
import type { Transaction } from '#server/platform/db/database.ts';
import { tellChanged } from './apply.service.ts';
import type { Change } from './apply.write.store.ts';
import type { Credit } from './credit.rules.ts';
import { joinCredits } from './credit.service.ts';
import type { Follow } from './follow.ts';
import {
  deleteRecord,
  deleteRedirect,
  isThere,
  leadsTo,
  moveEpisodes,
  moveExternalIds,
  moveRedirects,
  readTouched,
  setRedirect,
  touchTitles,
} from './remove.store.ts';
import { takeTurn } from './turn.store.ts';

/** Deletes a record and tells of it; `touched` are the titles that show it. */
const take = async (
  tx: Transaction,
  { kind, key }: ParsedId,
  gone: Change,
  touched: readonly number[],
  follow?: Follow,
): Promise<boolean> => {
  const led = await deleteRecord(tx, kind, key);
  if (led === null) return false;
  const titles = [...new Set(touched)].filter((id) => kind === 'name' || id !== key);
  await touchTitles(tx, titles);
  const updates = titles.map((id): Change => ({ id, action: 'update' }));
  const ended = [gone, ...led.map((id): Change => ({ id, action: 'delete' }))];
  const changes =
    kind === 'movie' ? { titles: [...updates, ...ended], people: [] } : { titles: updates, people: ended };
  await tellChanged(tx, changes, follow);
  return true;
};

/**
 * Deletes a record with all that belongs to it, tells the change feed of it and of the titles that show it, and lets
 * `follow` keep up, all in the caller's transaction. False when there is none.
 * @throws import_running while an import is being merged
 */
export const removeRecord = async (tx: Transaction, id: ParsedId, follow?: Follow): Promise<boolean> => {
  await takeTurn(tx);
  const touched = await readTouched(tx, id.kind, id.key);
  return take(tx, id, { id: id.key, action: 'delete' }, touched, follow);
};

/**
 * Merges a record into another of its kind, to which its id leads from then on: a series' episodes, a person's credits and
 * what other sites call it go along; the rest goes. Answers the credits that the other person had where both stood; null
 * when the record is not there. @throws record_merged when the other one leads back here, import_running
 */
export const mergeRecord = async (
  tx: Transaction,
  id: ParsedId,
  target: number,
  follow?: Follow,
): Promise<readonly Credit[] | null> => {
  await takeTurn(tx);
  const { kind, key } = id;
  if (!(await isThere(tx, kind, key))) return null;
  if (await leadsTo(tx, kind, target, key)) throw failure('record_merged');
  const touched = await readTouched(tx, kind, key);
  const { titles, own } =
    kind === 'movie' ? { titles: await moveEpisodes(tx, key, target), own: [] } : await joinCredits(tx, key, target);
  await moveExternalIds(tx, kind, [key, target]);
  await moveRedirects(tx, kind, key, target);
  await setRedirect(tx, kind, key, target);
  await take(tx, id, { id: key, action: 'merge', redirectTo: target }, [...touched, ...titles], follow);
  return own;
};

const tellOf = (tx: Transaction, { kind, key: id }: ParsedId, what: Omit<Change, 'id'>): Promise<void> =>
  tellChanged(tx, { titles: [], people: [], [kind === 'movie' ? 'titles' : 'people']: [{ id, ...what }] });

/**
 * Has an id that is no record lead to one, and tells the change feed as if it had been merged. False when it is a record.
 * The caller has taken the turn of writers.
 */
export const redirectId = async (tx: Transaction, id: ParsedId, target: number): Promise<boolean> => {
  const { kind, key } = id;
  if (await isThere(tx, kind, key)) return false;
  if (await setRedirect(tx, kind, key, target)) await tellOf(tx, id, { action: 'merge', redirectTo: target });
  return true;
};

/** Has an id lead nowhere, and tells the change feed that it is gone. False when it led nowhere. @throws import_running */
export const endRedirect = async (tx: Transaction, id: ParsedId): Promise<boolean> => {
  await takeTurn(tx);
  if (!(await deleteRedirect(tx, id.kind, id.key))) return false;
  await tellOf(tx, id, { action: 'delete' });
  return true;
};
