import type { ParsedId } from '#server/kernel/ids.ts';
import type { Transaction } from '#server/platform/db/database.ts';
import { originIn, type Standing, valueIn } from './edit.service.ts';
import { addEdit } from './edit.store.ts';
import { changedParts } from './noted.rules.ts';
import { PICTURE_PART } from './written.rules.ts';

/** A record before something was done to it, null for one that was not there, and afterwards. */
interface Step {
  readonly before: Standing | null;
  readonly after: Standing;
}

/**
 * Notes in the history at once what was done to the parts of a record and to its picture, so that it can be undone as a
 * whole. False where nothing of them has changed.
 */
export const noteStep = async (
  tx: Transaction,
  { kind, key }: ParsedId,
  { action, accountId }: { readonly action: 'fetch' | 'import'; readonly accountId: number | null },
  { before, after }: Step,
): Promise<boolean> => {
  const isOther = (before?.picture ?? null) !== after.picture;
  const changed = [...changedParts(kind, before, after), ...(isOther ? [PICTURE_PART[kind]] : [])];
  if (changed.length === 0) return false;
  const valuesOf = (standing: Standing) =>
    Object.fromEntries(changed.map((part) => [part, valueIn(kind, standing, part)]));
  const origin = before && Object.fromEntries(changed.map((part) => [part, originIn(before, part)]));
  const values = { before: before && valuesOf(before), after: valuesOf(after) };
  await addEdit(tx, { kind, key, accountId, action, ...values, origin });
  return true;
};
