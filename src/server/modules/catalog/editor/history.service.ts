import { isDeepStrictEqual } from 'node:util';
import type { Bundle } from '#contracts/bundle.ts';
import { failure } from '#server/kernel/failure.ts';
import { imdbId, type ParsedId, requireId } from '#server/kernel/ids.ts';
import type { Transaction } from '#server/platform/db/database.ts';
import type { PictureName } from '#server/sources/record.ts';
import type { SourceName } from '#server/sources/source.ts';
import type { Origin } from '../apply.rules.ts';
import type { Follow } from '../follow.ts';
import { mergeRecord, removeRecord } from '../remove.service.ts';
import { deleteRedirect, isThere } from '../remove.store.ts';
import { takeTurn } from '../turn.store.ts';
import { exportBundles, importBundle } from './bundle.service.ts';
import { partValue, writtenChanges } from './edit.rules.ts';
import { applyWritten, changedMeanwhile, readStanding } from './edit.service.ts';
import { addEdit, type EditRow, holdEdit, putOrigin } from './edit.store.ts';
import { applyPicture } from './picture.service.ts';
import { PICTURE_PART } from './written.rules.ts';

/** Deletes a record, or merges it into another, and keeps it whole so that this can be undone. False when it is not there. */
export const takeAway = async (
  tx: Transaction,
  id: ParsedId,
  accountId: number | null,
  at: Date,
  { into, follow }: { readonly into?: number; readonly follow: Follow },
): Promise<boolean> => {
  await takeTurn(tx);
  const { kind, key } = id;
  const [before] = await exportBundles(tx, [id], at);
  if (before === undefined) return false;
  const { origins } = await readStanding(tx, id);
  await (into === undefined ? removeRecord(tx, id, follow) : mergeRecord(tx, id, into, follow));
  const after = into === undefined ? undefined : imdbId(kind, into);
  const action = into === undefined ? 'delete' : 'merge';
  await addEdit(tx, { kind, key, accountId, action, before, after, origin: origins });
  return true;
};

/** Answers whose the part was until now, so that the undoing can be undone as well. */
const undoEdit = async (tx: Transaction, id: ParsedId, edit: EditRow, follow: Follow): Promise<Origin | null> => {
  const part = edit.part ?? '';
  const { kind, key } = id;
  const held = await readStanding(tx, id);
  const isPicture = part === PICTURE_PART[kind];
  const present = isPicture ? held.picture : partValue(kind, held, part);
  if (!isDeepStrictEqual(present, edit.after)) throw changedMeanwhile({ [part]: present });
  if (isPicture) await applyPicture(tx, id, edit.before as PictureName | null, follow);
  else await applyWritten(tx, id, writtenChanges(kind, [{ part, value: edit.before }]), follow);
  await putOrigin(tx, kind, key, part, edit.origin as Origin | null);
  return held.origins[part] ?? null;
};

/** Brings back a record that was taken away, with whose its parts were. */
const bringBack = async (tx: Transaction, id: ParsedId, edit: EditRow, follow: Follow): Promise<void> => {
  const { kind, key } = id;
  const bundle = edit.before as Bundle;
  if (edit.action === 'merge') await deleteRedirect(tx, kind, key);
  await importBundle(tx, kind, bundle, bundle.source as SourceName, follow);
  for (const [part, origin] of Object.entries(edit.origin as Readonly<Record<string, Origin>>))
    await putOrigin(tx, kind, key, part, origin);
};

/**
 * Undoes a change of a record, and notes that. An edit gives its part back to whoever it was of.
 * @throws edit_unknown, undone, changed_meanwhile when the part was changed since, record_taken when there is a record again
 */
export const undoChange = async (
  tx: Transaction,
  editId: number,
  accountId: number | null,
  follow: Follow,
): Promise<ParsedId> => {
  await takeTurn(tx);
  const edit = await holdEdit(tx, editId);
  if (edit === null) throw failure('edit_unknown');
  const { kind, key, action, part, before, after } = edit;
  const id = requireId(kind, imdbId(kind, key));
  if (edit.undoneBy !== null) throw failure('undone');
  const undo = { kind, key, accountId, undoOf: editId };
  if (action === 'edit') {
    const origin = await undoEdit(tx, id, edit, follow);
    await addEdit(tx, { ...undo, action, ...(part !== null && { part }), before: after, after: before, origin });
    return id;
  }
  if (action !== 'delete' && action !== 'merge') throw failure('undone', 'This change cannot be undone.');
  if (await isThere(tx, kind, key)) throw failure('record_taken');
  await bringBack(tx, id, edit, follow);
  await addEdit(tx, { ...undo, action: 'import', after: before });
  return id;
};
