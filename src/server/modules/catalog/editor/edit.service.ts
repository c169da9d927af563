import { isDeepStrictEqual } from 'node:util';
import type { Values } from '#contracts/record.ts';
import { failure } from '#server/kernel/failure.ts';
import { imdbId, type ParsedId, type RecordKind } from '#server/kernel/ids.ts';
import type { Executor, Transaction } from '#server/platform/db/database.ts';
import type { PictureName } from '#server/sources/record.ts';
import type { SourceName } from '#server/sources/source.ts';
import type { Origin } from '../apply.rules.ts';
import { applyRecords } from '../apply.service.ts';
import { type HeldTitle, readHeldPeople, readHeldTitles, readKnownPeople } from '../apply.store.ts';
import type { Follow } from '../follow.ts';
import { readRedirect } from '../record.store.ts';
import { takeTurn } from '../turn.store.ts';
import { readKnownTitles, readNames } from './bundle.store.ts';
import { type Change, partNames, partValue, refused, writtenChanges } from './edit.rules.ts';
import { addEdit, type EditRow, hasEpisodes, isEditedSince, readType, unlockParts } from './edit.store.ts';
import { versionOf } from './version.rules.ts';
import {
  creditedIn,
  namedIn,
  PICTURE_PART,
  toldPersonOf,
  toldTitleOf,
  type Written,
  writtenRecord,
} from './written.rules.ts';

/** A record as editors see it, with whose each of its parts is where that is not the record's own source. */
export interface Standing extends Written {
  readonly source: SourceName;
  readonly fetched: string;
  readonly picture: PictureName | null;
  readonly origins: Readonly<Record<string, Origin>>;
}

/** A field, a part, or the picture, by its name. */
export const valueIn = (kind: RecordKind, standing: Standing, part: string): unknown =>
  part === PICTURE_PART[kind] ? standing.picture : partValue(kind, standing, part);

/** Whose a field or part is. */
export const originIn = ({ origins, source, fetched }: Standing, part: string): Origin =>
  origins[part] ?? { source, fetchedAt: fetched, locked: false };

/** A record as it is kept; null when it is not there. */
export const readHeld = async (db: Executor, { kind, key }: ParsedId): Promise<HeldTitle | null> => {
  const found = kind === 'movie' ? await readHeldTitles(db, [key]) : await readHeldPeople(db, [key]);
  return found.get(key) ?? null;
};

export const unknownReason = (kind: RecordKind) => (kind === 'movie' ? 'title_unknown' : 'name_unknown');

/** What is said of an id that is no record: also where it leads. `field`: the one that names it, where that is not the address. */
export const unknownRecord = async (db: Executor, { kind, key, canonical }: ParsedId, field?: string) => {
  const target = await readRedirect(db, kind, key);
  const end = target === null ? '.' : `: this id leads to ${imdbId(kind, target)}.`;
  const message = `There is no ${kind} ${canonical} in the catalogue${end}`;
  const details = field === undefined ? [] : [{ field, message }];
  return failure(unknownReason(kind), message, { details });
};

/** A record that is kept as editors see it. */
export const standingOf = async (db: Executor, { kind }: ParsedId, held: HeldTitle): Promise<Standing> => {
  const written = writtenRecord(kind, held, await readNames(db, creditedIn(held)));
  const picture = (held.fields[PICTURE_PART[kind]] ?? null) as PictureName | null;
  return { ...written, source: held.source, fetched: held.fetchedAt, picture, origins: held.origins };
};

/** A record as it stands. @throws title_unknown, name_unknown */
export const readStanding = async (db: Executor, id: ParsedId): Promise<Standing> => {
  const held = await readHeld(db, id);
  if (held === null) throw await unknownRecord(db, id);
  return standingOf(db, id, held);
};

/** Everybody and everything that an edit names has to be there: what is not would be left out without a word. */
const requireNamed = async (tx: Executor, { fields, parts }: Written): Promise<void> => {
  const place = fields.place as { readonly series: string } | null | undefined;
  if (place) {
    const series = Number(place.series.slice(2));
    if (!(await readKnownTitles(tx, [series])).has(series))
      throw refused('place.series', 'is no title of the catalogue');
  }
  for (const part of ['actors', 'crew']) {
    const rows = (parts[part] ?? []) as readonly { readonly imdbId: string; readonly name?: string }[];
    const known = await readKnownPeople(tx, new Set(rows.map(({ imdbId }) => Number(imdbId.slice(2)))));
    const at = rows.findIndex(({ imdbId, name }) => name === undefined && !known.has(Number(imdbId.slice(2))));
    if (at >= 0) throw refused(`${part}.${at}.imdbId`, 'is nobody of the catalogue; give their name too');
  }
};

const isSeries = (type: unknown): boolean => type === 'S' || type === 'TVMS';

/**
 * Refuses places that no episode can have. Sources are not asked; a number that another episode has may be the source's
 * own.
 */
export const requirePlace = async (tx: Executor, key: number, type: unknown, place: unknown): Promise<void> => {
  if (!place) return;
  if (type !== 'E') throw refused('place', 'is only for an episode: a title of type E');
  const series = Number((place as { readonly series: string }).series.slice(2));
  if (series === key) throw refused('place.series', 'is the episode itself');
  const other = await readType(tx, series);
  if (other !== null && !isSeries(other)) throw refused('place.series', 'is no series, of type S or TVMS');
};

/** Refuses to make something else of an episode that has a place, and of a series in which episodes stand. */
const requireType = async (tx: Executor, key: number, type: unknown, place: unknown): Promise<void> => {
  if (type !== 'E' && place)
    throw refused('type', 'has to stay E, an episode, while it stands in a series: clear its place too');
  if (!isSeries(type) && (await hasEpisodes(tx, key)))
    throw refused('type', 'has to stay S or TVMS while episodes stand in it');
};

/**
 * Refuses to bring back a type or a place that does not fit with what was edited together with it or since, and to take
 * its type from a series with episodes. Type and place that did not fit before come back all the same.
 * @throws changed_meanwhile
 */
export const requireFitting = async (tx: Executor, id: ParsedId, edit: EditRow): Promise<void> => {
  const { part, before } = edit;
  if (part !== 'type' && part !== 'place') return;
  const { fields } = await readStanding(tx, id);
  const { type, place }: Values = { ...fields, [part]: before };
  const other = part === 'type' ? 'place' : 'type';
  if (type !== 'E' && place && (await isEditedSince(tx, edit, other)))
    throw changedMeanwhile({ [other]: fields[other] });
  if (part === 'type' && isSeries(fields.type) && !isSeries(type) && (await hasEpisodes(tx, id.key)))
    throw changedMeanwhile({ type: fields.type });
};

/** Writes what editors write of a record; people whom it credits and who are not there are made. */
export const applyWritten = async (
  tx: Transaction,
  { kind, key }: ParsedId,
  written: Written,
  follow?: Follow,
): Promise<void> => {
  await requireNamed(tx, written);
  if (kind === 'name') {
    await applyRecords(tx, { titles: [], people: [toldPersonOf(key, written)] }, 'editor', follow);
    return;
  }
  const named = namedIn(written.parts);
  const known = await readKnownPeople(tx, named.keys());
  const people = [...named].flatMap(([id, name]) => (known.has(id) ? [] : [{ id, name }]));
  await applyRecords(tx, { titles: [toldTitleOf(key, written)], people }, 'editor', follow);
};

/** `present`: what the parts are now, by their names. */
export const changedMeanwhile = (present: Values) =>
  failure('changed_meanwhile', undefined, {
    details: Object.entries(present).map(([field, now]) => ({
      ...{ field, message: 'has been changed by somebody else', present: now },
    })),
  });

export interface Edit {
  readonly changes: readonly Change[];
  /** Parts that sources may write again. */
  readonly unlock: readonly string[];
  readonly accountId: number | null;
}

/**
 * Saves an editor's changes of a record, all or none of them, and notes each with what was there before. What is edited
 * is locked. @throws title_unknown, name_unknown, invalid_body, import_running, and changed_meanwhile when one of the
 * parts is not any more what was edited
 */
export const saveEdit = async (tx: Transaction, id: ParsedId, edit: Edit, follow?: Follow): Promise<void> => {
  await takeTurn(tx);
  const { kind, key } = id;
  const written = writtenChanges(kind, edit.changes);
  const odd = edit.unlock.find((part) => ![...partNames(kind), PICTURE_PART[kind]].includes(part));
  if (odd !== undefined) throw refused('unlock', `takes no '${odd.slice(0, 40)}'`);
  const before = await readStanding(tx, id);
  const present = (part: string) => partValue(kind, before, part);
  const stale = edit.changes.filter(({ part, version }) => version !== versionOf(present(part)));
  if (stale.length > 0) throw changedMeanwhile(Object.fromEntries(stale.map(({ part }) => [part, present(part)])));
  const changes = edit.changes.filter(({ part }) => !isDeepStrictEqual(partValue(kind, written, part), present(part)));
  const { type, place } = { ...before.fields, ...writtenChanges(kind, changes).fields };
  if (changes.some(({ part }) => part === 'place')) await requirePlace(tx, key, type, place);
  if (changes.some(({ part }) => part === 'type')) await requireType(tx, key, type, place);
  if (changes.length > 0) await applyWritten(tx, id, writtenChanges(kind, changes), follow);
  const after = await readStanding(tx, id);
  const noted = { kind, key, accountId: edit.accountId };
  for (const { part } of changes) {
    const [old, now] = [present(part), partValue(kind, after, part)];
    const origin = originIn(before, part);
    await addEdit(tx, { ...noted, action: 'edit', part, before: old, after: now, origin });
  }
  for (const part of await unlockParts(tx, kind, key, edit.unlock))
    await addEdit(tx, { ...noted, action: 'unlock', part, origin: after.origins[part] });
};
