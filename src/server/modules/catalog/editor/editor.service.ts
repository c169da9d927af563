import type { Bundle } from '#contracts/bundle.ts';
import { failure, invalid } from '#server/kernel/failure.ts';
import { imdbId, type ParsedId, type RecordKind, requireId } from '#server/kernel/ids.ts';
import type { Database } from '#server/platform/db/database.ts';
import type { Follow } from '../follow.ts';
import type { Priorities } from '../merge.rules.ts';
import type { Pictures } from '../picture.service.ts';
import { endRedirect, redirectId } from '../remove.service.ts';
import { isThere } from '../remove.store.ts';
import { takeTurn } from '../turn.store.ts';
import { keptBundle, withBytes } from './bundle.picture.ts';
import { exportBundles, takeIn } from './bundle.service.ts';
import { nextOwnId } from './create.store.ts';
import { type Change, missingIn, partNames, refused, writtenChanges } from './edit.rules.ts';
import {
  applyWritten,
  type Edit,
  originIn,
  readStanding,
  requirePlace,
  saveEdit,
  unknownReason,
  unknownRecord,
  valueIn,
} from './edit.service.ts';
import { addEdit, type EditRow, readEdits } from './edit.store.ts';
import { takeAway, undoChange } from './history.service.ts';
import { versionOf } from './version.rules.ts';
import { type CallsOf, editorsOf, namesOf } from './who.service.ts';
import { PICTURE_PART } from './written.rules.ts';

export interface EditorOptions {
  readonly db: Database;
  /** Makes what is kept beside the catalogue follow. */
  readonly follow: Follow;
  /** Reads a bundle of a kind of record, or says what is wrong with it. */
  readonly readBundle: (kind: RecordKind, file: Uint8Array<ArrayBuffer>) => Promise<Bundle>;
  /** The first of the ids that IMDb will not give. */
  readonly firstOwnId: () => number;
  /** Whose word counts most in a field or part. */
  readonly priorities: () => Priorities;
  readonly callsOf: CallsOf;
  readonly pictures: Pick<Pictures, 'keep' | 'find' | 'bytesOf'>;
  readonly now: () => Date;
}

/** A field or part as an editor is shown it. */
export interface EditorPart {
  readonly part: string;
  readonly value: unknown;
  readonly version: string;
  readonly source: string;
  readonly fetched: string;
  readonly locked: boolean;
  /** Who edited it last, where it is locked. */
  readonly by: string | null;
}

/** What editors do with the records of the catalogue. Everything they do is noted, and most of it can be undone. */
export const createEditor = (options: EditorOptions) => {
  const { db, follow, readBundle, firstOwnId, priorities, callsOf, pictures, now } = options;

  /** The record's fields and parts, or those that are named; its picture only where it is named. @throws invalid_parameter, title_unknown, name_unknown */
  const show = async (id: ParsedId, named?: readonly string[]): Promise<EditorPart[]> => {
    const picture = PICTURE_PART[id.kind];
    const names = named?.includes(picture) ? [...partNames(id.kind), picture] : partNames(id.kind);
    const odd = named?.find((part) => !names.includes(part));
    if (odd !== undefined) throw invalid('parts', `takes no '${odd.slice(0, 40)}'`);
    const standing = await readStanding(db, id);
    const by = await editorsOf(db, callsOf, id.kind, id.key);
    return names
      .filter((part) => named?.includes(part) ?? true)
      .map((part) => {
        const value = valueIn(id.kind, standing, part);
        const { source, fetchedAt, locked } = originIn(standing, part);
        const fetched = new Date(fetchedAt).toISOString();
        return { part, value, version: versionOf(value), source, fetched, locked, by: locked ? by(part) : null };
      });
  };

  const save = async (id: ParsedId, edit: Edit): Promise<EditorPart[]> => {
    await db.transaction((tx) => saveEdit(tx, id, edit, follow));
    return show(id, [...edit.changes.map(({ part }) => part), ...edit.unlock]);
  };

  /** Makes a record that IMDb does not have, and answers its id. */
  const create = async (kind: RecordKind, changes: readonly Change[], accountId: number | null): Promise<string> => {
    const written = writtenChanges(kind, changes);
    const [missing] = missingIn(kind, written.fields);
    if (missing) throw refused(missing.field, missing.message);
    return db.transaction(async (tx) => {
      await takeTurn(tx);
      const key = await nextOwnId(tx, kind, firstOwnId());
      const id = requireId(kind, imdbId(kind, key));
      await requirePlace(tx, key, written.fields.type, written.fields.place);
      await applyWritten(tx, id, written, follow);
      await addEdit(tx, { kind, key, accountId, action: 'create', after: written });
      return id.canonical;
    });
  };

  const remove = (id: ParsedId, accountId: number | null): Promise<void> =>
    db.transaction(async (tx) => {
      if (!(await takeAway(tx, id, accountId, now(), { follow }))) throw await unknownRecord(tx, id);
    });

  /** Merges a record into another. @throws title_unknown, name_unknown, record_merged */
  const merge = async (id: ParsedId, into: ParsedId, accountId: number | null): Promise<void> => {
    if (id.key === into.key) throw refused('into', 'is the same record');
    await db.transaction(async (tx) => {
      await takeTurn(tx);
      if (!(await isThere(tx, into.kind, into.key))) throw await unknownRecord(tx, into, 'into');
      if (!(await takeAway(tx, id, accountId, now(), { into: into.key, follow }))) throw await unknownRecord(tx, id);
    });
  };

  /** Has an id that is no record lead to one. @throws invalid_body, title_unknown, name_unknown, import_running */
  const redirect = async (id: ParsedId, to: ParsedId): Promise<void> => {
    if (id.key === to.key) throw refused('to', 'is the same id');
    await db.transaction(async (tx) => {
      await takeTurn(tx);
      if (!(await isThere(tx, to.kind, to.key))) throw await unknownRecord(tx, to, 'to');
      if (!(await redirectId(tx, id, to.key))) throw refused('imdbId', 'is a record itself, which can be merged');
    });
  };

  /** Takes the redirect of an id away. @throws title_unknown, name_unknown when there is none */
  const split = (id: ParsedId): Promise<void> =>
    db.transaction(async (tx) => {
      if (await endRedirect(tx, id)) return;
      throw failure(unknownReason(id.kind), `${id.canonical} leads to no other record.`);
    });

  const exportRecord = async (id: ParsedId): Promise<Bundle> => {
    const [bundle] = await exportBundles(db, [id], now());
    if (bundle === undefined) throw await unknownRecord(db, id);
    return withBytes(bundle, pictures);
  };

  /** Takes the file of a bundle in. `named`: the record that it has to be of. Answers its id, and whether anything has changed. */
  const importRecord = async (
    kind: RecordKind,
    file: Uint8Array<ArrayBuffer>,
    accountId: number | null,
    named?: string,
  ): Promise<{ imdbId: string; changed: boolean }> => {
    const read = await readBundle(kind, file);
    if (named !== undefined && read.imdbId !== named) throw refused('imdbId', `is not ${named}`);
    const bundle = await keptBundle(read, pictures);
    const id = requireId(kind, bundle.imdbId);
    const changed = await db.transaction((tx) =>
      takeIn(tx, id, bundle, { accountId, follow, priorities: priorities() }),
    );
    return { imdbId: bundle.imdbId, changed };
  };

  /** What was done to a record, newest first, with who did it; of a merge into it with what went into it. */
  const history = async (id: ParsedId, page: { readonly offset: number; readonly limit: number }) => {
    const { rows, total } = await readEdits(db, id.kind, id.key, page);
    const callOf = await namesOf(
      callsOf,
      rows.map(({ accountId }) => accountId),
    );
    const mergedOf = ({ key }: EditRow) => (key === id.key ? null : imdbId(id.kind, key));
    return { rows: rows.map((row) => ({ ...row, by: callOf(row.accountId), merged: mergedOf(row) })), total };
  };

  const undo = (editId: number, accountId: number | null): Promise<ParsedId> =>
    db.transaction((tx) => undoChange(tx, editId, { accountId, at: now(), follow }));

  return { show, save, create, remove, merge, redirect, split, exportRecord, importRecord, history, undo };
};

export type Editor = ReturnType<typeof createEditor>;
