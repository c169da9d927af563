import { publish } from '#server/platform/bus/event.ts';
import type { Transaction } from '#server/platform/db/database.ts';
import type { Told, ToldTitle } from '#server/sources/record.ts';
import type { SourceName } from '#server/sources/source.ts';
import { type MergedRecord, mergeRecord, type Telling } from './apply.rules.ts';
import {
  type HeldTitle,
  readHeldPeople,
  readHeldTitles,
  readKnownPeople,
  readMergedAway,
  readTime,
} from './apply.store.ts';
import {
  type Change,
  hasOthers,
  writeChanged,
  writeExternalIds,
  writeOrigins,
  writeParts,
  writePlaces,
  writeRecords,
} from './apply.write.store.ts';
import { CATALOGUE_CHANGED } from './catalog.events.ts';
import { placing, toldSeries } from './episode.rules.ts';
import type { Follow } from './follow.ts';
import type { Priorities } from './merge.rules.ts';
import { PERSON_FIELDS, TITLE_FIELDS } from './record.fields.ts';
import { creditParts, toldPerson, toldTitle } from './told.rules.ts';
import { takeTurn, waitForMerge } from './turn.store.ts';

const TITLE_KIND = { fields: TITLE_FIELDS, base: ['title', 'type'] } as const;
const PERSON_KIND = { fields: PERSON_FIELDS, base: ['name'] } as const;

/** How many records were written. */
export interface Applied {
  readonly titles: number;
  readonly people: number;
}

/** The records that were written. */
export interface WrittenRecords {
  readonly titles: readonly MergedRecord[];
  readonly people: readonly MergedRecord[];
}

const asChange = ({ id, isNew }: MergedRecord): Change => ({ id, action: isNew ? 'create' : 'update' });

/** Records that were written; `all` of the titles are new. */
interface Changes {
  readonly titles: readonly Change[];
  readonly people: readonly Change[];
  readonly all?: boolean;
}

/** Tells the change feed, what `follow` keeps and every node of records that were written in this transaction. */
export const tellChanged = async (
  tx: Transaction,
  { titles, people, all = false }: Changes,
  follow?: Follow,
): Promise<void> => {
  const tables = { titles: await writeChanged(tx, 'movie', titles), people: await writeChanged(tx, 'name', people) };
  const finish = await follow?.(tx, { ...tables, all });
  await finish?.swap();
  await publish(tx, CATALOGUE_CHANGED);
};

const notNull = <T>(value: T | null): value is T => value !== null;

const applyPeople = async (tx: Transaction, people: Told['people'], telling: Telling): Promise<MergedRecord[]> => {
  if (people.length === 0) return [];
  const ids = people.map(({ id }) => id);
  const away = await readMergedAway(tx, 'name', ids);
  const held = await readHeldPeople(tx, ids);
  const merged = people
    .filter(({ id }) => !away.has(id))
    .map((person) => mergeRecord(PERSON_KIND, held.get(person.id) ?? null, toldPerson(person), telling))
    .filter(notNull);
  const changed = merged.filter(({ changed }) => changed);
  await writeRecords(tx, 'person', changed);
  await writeParts(tx, 'person', changed);
  await writeOrigins(
    tx,
    'person',
    merged.filter(({ originsChanged }) => originsChanged),
  );
  await writeExternalIds(
    tx,
    'name',
    people.filter(({ id }) => !away.has(id)),
  );
  return changed;
};

/** Titles as they stand: those that are told of, and the series of the episodes among them, before and after. */
const readTitles = async (tx: Transaction, titles: readonly ToldTitle[]): Promise<Map<number, HeldTitle>> => {
  const named = titles.flatMap(({ id, episode }) => (episode ? [id, episode.series] : [id]));
  const held = await readHeldTitles(tx, new Set(named));
  const left = [...held.values()].flatMap(({ place }) => (place && !held.has(place.series) ? [place.series] : []));
  return left.length === 0 ? held : new Map([...held, ...(await readHeldTitles(tx, new Set(left)))]);
};

const applyTitles = async (tx: Transaction, told: Told['titles'], telling: Telling) => {
  if (told.length === 0) return [];
  const series = toldSeries(told, telling.source);
  const away = await readMergedAway(tx, 'movie', [...told.map(({ id }) => id), ...series.named]);
  const titles = told.filter(({ id }) => !away.has(id));
  const held = await readTitles(tx, titles);
  const persons = titles.flatMap((title) => Object.values(creditParts(title)).flatMap((list) => list ?? []));
  const known = await readKnownPeople(tx, new Set(persons.map(({ person }) => person)));
  const byId = new Map(titles.map((title) => [title.id, title]));
  const merged = new Map<number, MergedRecord>();
  const { heldAs, placesOf } = placing({ titles, held, named: series.named, source: telling.source });
  for (const id of new Set([...byId.keys(), ...series.named])) {
    if (away.has(id)) continue;
    const title = byId.get(id) ?? { id };
    const one = toldTitle(title, known);
    const parts = { ...one.parts, ...series.partOf(id, held.get(id)) };
    const record = mergeRecord(TITLE_KIND, heldAs(held.get(id), title.episode), { ...one, parts }, telling);
    if (record) merged.set(id, record);
  }
  const places = placesOf(merged);
  const all = [...merged.values()];
  const touched = [...places.touched].flatMap((id) => {
    const record = merged.get(id) ?? series.untold(held.get(id));
    return record ? [record] : [];
  });
  const changed = [...new Set([...all.filter(({ changed }) => changed), ...touched])];
  await writeRecords(tx, 'title', changed);
  await writeParts(tx, 'title', changed);
  await writePlaces(tx, places.moved);
  await writeExternalIds(tx, 'movie', titles);
  await writeOrigins(
    tx,
    'title',
    all.filter(({ originsChanged }) => originsChanged),
  );
  return changed;
};

/**
 * Writes what comes of records when a source tells of them, and tells nobody: who calls this has taken the turn, and calls
 * `tellChanged` afterwards.
 */
export const mergeRecords = async (
  tx: Transaction,
  { titles, people }: Told,
  source: SourceName,
  priorities: Priorities,
): Promise<WrittenRecords> => {
  const telling = { source, at: await readTime(tx), priorities };
  const persons = await applyPeople(tx, people, telling);
  return { people: persons, titles: await applyTitles(tx, titles, telling) };
};

/**
 * The one way to write records: what a source tells of them is weighed against what is there (`merge.rules.ts`), and the
 * records, their origins, the change feed and what `follow` keeps are written, all in the caller's transaction. The same
 * told again writes nothing. @throws import_running while an import is being merged
 */
export const applyRecords = async (
  tx: Transaction,
  told: Told,
  source: SourceName,
  follow?: Follow,
  priorities: Priorities = new Map(),
): Promise<Applied> => {
  await takeTurn(tx);
  const { titles, people } = await mergeRecords(tx, told, source, priorities);
  if (people.length + titles.length === 0) return { titles: 0, people: 0 };
  const isFirst = titles.length > 0 && titles.every(({ isNew }) => isNew);
  const all = isFirst && !(await hasOthers(tx, titles.length));
  await tellChanged(tx, { titles: titles.map(asChange), people: people.map(asChange), all }, follow);
  return { titles: titles.length, people: people.length };
};

/** For who had rather wait for an import than be refused. */
export const afterImports = (tx: Transaction): Promise<unknown> => waitForMerge(tx);

/** Lets other modules keep what follows the records in turn with their writers. @throws import_running */
export const awaitTurn = (tx: Transaction): Promise<unknown> => takeTurn(tx);
