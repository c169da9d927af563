import { isDeepStrictEqual } from 'node:util';
import { BUNDLE_FORMAT, type Bundle } from '#contracts/bundle.ts';
import type { Values } from '#contracts/record.ts';
import { failure } from '#server/kernel/failure.ts';
import { imdbId, type ParsedId, requireId } from '#server/kernel/ids.ts';
import type { Transaction } from '#server/platform/db/database.ts';
import type { ExternalId } from '#server/sources/external-id.ts';
import type { PictureName } from '#server/sources/record.ts';
import type { SourceName } from '#server/sources/source.ts';
import type { Origin } from '../apply.rules.ts';
import { tellChanged } from '../apply.service.ts';
import { partCredits } from '../credit.service.ts';
import type { Follow } from '../follow.ts';
import { isEmpty } from '../merge.rules.ts';
import { readRedirect } from '../record.store.ts';
import { mergeRecord, removeRecord } from '../remove.service.ts';
import { deleteRedirect, isThere, moveExternalIds, touchTitles } from '../remove.store.ts';
import { takeTurn } from '../turn.store.ts';
import { bringEpisodes } from './brought.service.ts';
import { bundledCredits, creditsIn, type MergedBundle } from './bundle.rules.ts';
import { exportBundles, importBundle } from './bundle.service.ts';
import { partNames, writtenValues } from './edit.rules.ts';
import {
  applyWritten,
  changedMeanwhile,
  originIn,
  readStanding,
  requireFitting,
  type Standing,
  valueIn,
} from './edit.service.ts';
import { addEdit, type EditRow, holdEdit, putOrigin } from './edit.store.ts';
import { applyPicture } from './picture.service.ts';
import { PICTURE_PART } from './written.rules.ts';

interface Taking {
  /** The record that it is merged into. */
  readonly into?: number;
  /** The change that is undone by it. */
  readonly undoOf?: number;
  readonly follow: Follow;
}

/** Deletes a record, or merges it into another, and keeps it whole so that this can be undone. False when it is not there. */
export const takeAway = async (
  tx: Transaction,
  id: ParsedId,
  accountId: number | null,
  at: Date,
  { into, undoOf, follow }: Taking,
): Promise<boolean> => {
  await takeTurn(tx);
  const { kind, key } = id;
  const [before] = await exportBundles(tx, [id], at);
  if (before === undefined) return false;
  const { origins } = await readStanding(tx, id);
  const own = into === undefined ? null : await mergeRecord(tx, id, into, follow);
  if (into === undefined) await removeRecord(tx, id, follow);
  const whole: MergedBundle = own?.length ? { ...before, own: bundledCredits(own) } : before;
  const after = into === undefined ? undefined : imdbId(kind, into);
  const action = into === undefined ? 'delete' : 'merge';
  const undo = undoOf === undefined ? {} : { undoOf };
  await addEdit(tx, { kind, key, accountId, action, before: whole, after, origin: origins, ...undo });
  return true;
};

type Origins = Readonly<Record<string, Origin | null>>;

/** What parts were and became, and whose they were before. */
interface Step {
  readonly before: Values;
  readonly after: Values;
  readonly origins: Origins;
}

/** @throws changed_meanwhile naming the parts that are not any more what they became */
const requireUnchanged = (id: ParsedId, standing: Standing, after: Values, parts = Object.keys(after)): void => {
  const isAfter = (part: string) => {
    const present = valueIn(id.kind, standing, part);
    return part in after ? isDeepStrictEqual(present, after[part]) : isEmpty(present);
  };
  const changed = parts.filter((part) => !isAfter(part));
  if (changed.length === 0) return;
  throw changedMeanwhile(Object.fromEntries(changed.map((part) => [part, valueIn(id.kind, standing, part)])));
};

/** Gives parts back to whoever they were of. Answers whose they were until now, so that this can be undone as well. */
const stepBack = async (
  tx: Transaction,
  id: ParsedId,
  { before, after, origins }: Step,
  follow: Follow,
): Promise<Origins> => {
  const { kind, key } = id;
  const held = await readStanding(tx, id);
  requireUnchanged(id, held, after);
  const { [PICTURE_PART[kind]]: picture, ...values } = before;
  if (picture !== undefined) await applyPicture(tx, id, picture as PictureName | null, follow);
  if (Object.keys(values).length > 0) await applyWritten(tx, id, writtenValues(kind, values), follow);
  for (const [part, value] of Object.entries(before)) {
    const origin = origins[part] ?? null;
    const isOwn = origin === null || (!origin.locked && (origin.source === held.source || isEmpty(value)));
    await putOrigin(tx, kind, key, part, isOwn ? null : origin);
  }
  return Object.fromEntries(Object.keys(before).map((part) => [part, originIn(held, part)]));
};

/**
 * Takes away the redirect of a merge; one that somebody has entered since stays, and with it the record away. Answers the
 * record that has what was merged. @throws record_merged
 */
const unmerge = async (tx: Transaction, { kind, key }: ParsedId, into: number): Promise<number> => {
  const [now, meant] = [await readRedirect(tx, kind, key), await readRedirect(tx, kind, into)];
  if (now !== null && now !== (meant ?? into)) throw failure('record_merged');
  await deleteRedirect(tx, kind, key);
  return meant ?? into;
};

/** Takes back what went along in a merge and is as it was then. Answers the titles that have changed. */
const takeBack = async (tx: Transaction, id: ParsedId, edit: EditRow): Promise<readonly number[]> => {
  const { kind, key } = id;
  const { own = [], credits = [], ids = [] } = edit.before as MergedBundle;
  const into = await unmerge(tx, id, requireId(kind, String(edit.after)).key);
  await moveExternalIds(tx, kind, [into, key], ids as readonly ExternalId[]);
  return partCredits(tx, [key, into], { own: creditsIn({ credits: own }), others: creditsIn({ credits }) });
};

/** Brings back a record that was taken away, with whose its parts were. @throws record_merged */
const bringBack = async (tx: Transaction, id: ParsedId, edit: EditRow, follow: Follow): Promise<void> => {
  const { kind, key } = id;
  const bundle = edit.before as Bundle;
  const titles = edit.action === 'merge' ? await takeBack(tx, id, edit) : [];
  await importBundle(tx, kind, bundle, bundle.source as SourceName, follow);
  await bringEpisodes(tx, id, edit, follow);
  for (const [part, origin] of Object.entries(edit.origin as Readonly<Record<string, Origin>>))
    await putOrigin(tx, kind, key, part, origin);
  if (titles.length === 0) return;
  await touchTitles(tx, titles);
  await tellChanged(tx, { titles: titles.map((one) => ({ id: one, action: 'update' })), people: [] }, follow);
};

/** An import that was noted with its file says nothing of what it has changed. */
const isBundle = (after: unknown): boolean => (after as Partial<Bundle> | null)?.format === BUNDLE_FORMAT;

interface Undoing {
  readonly accountId: number | null;
  readonly at: Date;
  readonly follow: Follow;
}

/**
 * Undoes a change of a record, and notes that. An edit gives its part back to whoever it was of, a fetch or an import all of
 * its parts; one that made the record takes it away.
 * @throws edit_unknown, undone, changed_meanwhile when a part was changed since, record_taken when there is a record again,
 * record_merged when its id has been led elsewhere since
 */
export const undoChange = async (
  tx: Transaction,
  editId: number,
  { accountId, at, follow }: Undoing,
): Promise<ParsedId> => {
  await takeTurn(tx);
  const edit = await holdEdit(tx, editId);
  if (edit === null) throw failure('edit_unknown');
  const { kind, key, action, part, before, after } = edit;
  const id = requireId(kind, imdbId(kind, key));
  if (edit.undoneBy !== null) throw failure('undone');
  const undo = { kind, key, accountId, undoOf: editId };
  if (action === 'edit' && part !== null) {
    await requireFitting(tx, id, edit);
    const step = {
      before: { [part]: before },
      after: { [part]: after },
      origins: { [part]: edit.origin as Origin | null },
    };
    const { [part]: origin } = await stepBack(tx, id, step, follow);
    await addEdit(tx, { ...undo, action, part, before: after, after: before, origin });
    return id;
  }
  const isStep = action === 'fetch' || (action === 'import' && !isBundle(after));
  if (isStep && before === null) {
    const parts = [PICTURE_PART[kind], ...partNames(kind)];
    requireUnchanged(id, await readStanding(tx, id), after as Values, parts);
    await takeAway(tx, id, accountId, at, { undoOf: editId, follow });
    return id;
  }
  if (isStep) {
    const step = { before: before as Values, after: after as Values, origins: (edit.origin ?? {}) as Origins };
    const origin = await stepBack(tx, id, step, follow);
    await addEdit(tx, { ...undo, action, before: after, after: before, origin });
    return id;
  }
  if (action !== 'delete' && action !== 'merge') throw failure('undone', 'This change cannot be undone.');
  if (await isThere(tx, kind, key)) throw failure('record_taken');
  await bringBack(tx, id, edit, follow);
  await addEdit(tx, { ...undo, action: 'import', after: before });
  return id;
};
