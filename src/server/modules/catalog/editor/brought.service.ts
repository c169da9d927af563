import type { Bundle } from '#contracts/bundle.ts';
import { type ParsedId, requireId } from '#server/kernel/ids.ts';
import type { Transaction } from '#server/platform/db/database.ts';
import { applyRecords } from '../apply.service.ts';
import { readHeldTitles } from '../apply.store.ts';
import type { Follow } from '../follow.ts';
import { readRedirect } from '../record.store.ts';
import { toldEpisodes } from './bundle.rules.ts';
import type { EditRow } from './edit.store.ts';

/**
 * Brings episodes back into a series that has come back, where an editor had put them and no source does. One that has been
 * put elsewhere since stays there.
 */
export const bringEpisodes = async (
  tx: Transaction,
  { kind, key }: ParsedId,
  { action, before, after }: EditRow,
  follow: Follow,
): Promise<void> => {
  const told = toldEpisodes(key, before as Bundle, () => true);
  if (told.length === 0) return;
  const target = action === 'merge' ? requireId(kind, String(after)).key : null;
  const into = target && ((await readRedirect(tx, kind, target)) ?? target);
  const held = await readHeldTitles(
    tx,
    told.map(({ id }) => id),
  );
  const titles = told.filter(({ id }) => {
    const { source, origins, place = null } = held.get(id) ?? {};
    return (source === 'editor' || origins?.place?.locked) && (place === null || place.series === into);
  });
  if (titles.length > 0) await applyRecords(tx, { titles, people: [] }, 'editor', follow);
};
