import type { Bundle } from '#contracts/bundle.ts';
import { failure } from '#server/kernel/failure.ts';
import { type ParsedId, type RecordKind, requireId } from '#server/kernel/ids.ts';
import { publish } from '#server/platform/bus/event.ts';
import type { Executor, Transaction } from '#server/platform/db/database.ts';
import type { ExternalId } from '#server/sources/external-id.ts';
import type { Told } from '#server/sources/record.ts';
import type { SourceName } from '#server/sources/source.ts';
import { applyRecords, tellChanged } from '../apply.service.ts';
import { readHeldPeople, readHeldTitles, readKnownPeople, readMergedAway } from '../apply.store.ts';
import { CATALOGUE_CHANGED } from '../catalog.events.ts';
import { addCredits, readCredits } from '../credit.store.ts';
import type { Follow } from '../follow.ts';
import type { Priorities } from '../merge.rules.ts';
import { touchTitles } from '../remove.store.ts';
import { takeTurn } from '../turn.store.ts';
import { bundleOf, creditsIn, pictureNamed, toldEpisodes } from './bundle.rules.ts';
import { readEpisodes, readExternalIds, readKnownTitles, readNames } from './bundle.store.ts';
import { missingIn, refused } from './edit.rules.ts';
import { readHeld, readStanding, standingOf } from './edit.service.ts';
import { addEdit } from './edit.store.ts';
import { noteStep } from './noted.service.ts';
import { creditedIn, namedIn, toldPersonOf, toldTitleOf } from './written.rules.ts';

/** Rows by the record that they are of. */
const grouped = <Row extends { readonly of: number }>(rows: readonly Row[]): ReadonlyMap<number, Row[]> =>
  Map.groupBy(rows, ({ of }) => of);

/** Records of one kind with all that belongs to them, in the order of their ids here; those that are not there are left out. */
export const exportBundles = async (db: Executor, ids: readonly ParsedId[], now: Date): Promise<Bundle[]> => {
  const [first] = ids;
  if (!first) return [];
  const { kind } = first;
  const keys = ids.map(({ key }) => key);
  const held = await (kind === 'movie' ? readHeldTitles(db, keys) : readHeldPeople(db, keys));
  const names = await readNames(db, [...held.values()].flatMap(creditedIn));
  const episodes = grouped(kind === 'movie' ? await readEpisodes(db, keys) : []);
  const credits = grouped(kind === 'name' ? await readCredits(db, keys) : []);
  const external = grouped(await readExternalIds(db, kind, keys));
  return ids.flatMap((id) => {
    const record = held.get(id.key);
    if (record === undefined) return [];
    const of = <Row>(rows: ReadonlyMap<number, Row[]>): Row[] => rows.get(id.key) ?? [];
    const seasons = 'season' in record.parts ? of(episodes) : [];
    const parts = { held: record, names, episodes: seasons, credits: of(credits), ids: of(external), now };
    return [bundleOf(id, parts)];
  });
};

const toldTitles = async (tx: Transaction, key: number, bundle: Bundle, ids: readonly ExternalId[]): Promise<Told> => {
  const named = namedIn(bundle.parts);
  const known = await readKnownPeople(tx, named.keys());
  const episodes = (bundle.episodes ?? []).map(({ imdbId }) => requireId('movie', imdbId).key);
  const there = await readKnownTitles(tx, episodes);
  const title = { ...toldTitleOf(key, bundle), poster: pictureNamed(bundle.picture), ids };
  return {
    titles: [title, ...toldEpisodes(key, bundle, (one) => there.has(one))],
    people: [...named].flatMap(([id, name]) => (known.has(id) ? [] : [{ id, name }])),
  };
};

/**
 * Writes a bundle's record as `source` tells it; people whom it credits and the episodes of a series come with it where
 * they are not there. Answers whether that changed anything. @throws record_merged, import_running
 */
export const importBundle = async (
  tx: Transaction,
  kind: RecordKind,
  bundle: Bundle,
  source: SourceName,
  follow?: Follow,
  priorities?: Priorities,
): Promise<boolean> => {
  const { key } = requireId(kind, bundle.imdbId);
  if ((await readMergedAway(tx, kind, [key])).size > 0) throw failure('record_merged');
  // A record's id at IMDb is its own: nothing is looked up by another row of it.
  const ids = (bundle.ids ?? []).filter(({ site }) => site !== 'imdb') as readonly ExternalId[];
  const had = await readExternalIds(tx, kind, [key]);
  const told =
    kind === 'movie'
      ? await toldTitles(tx, key, bundle, ids)
      : { titles: [], people: [{ ...toldPersonOf(key, bundle), photo: pictureNamed(bundle.picture), ids }] };
  const applied = await applyRecords(tx, told, source, follow, priorities);
  const credited = kind === 'name' ? await addCredits(tx, key, creditsIn(bundle)) : [];
  if (credited.length > 0) {
    await touchTitles(tx, credited);
    const titles = credited.map((id) => ({ id, action: 'update' }) as const);
    await tellChanged(tx, { titles, people: [] }, follow);
  }
  const isCalledOther = (await readExternalIds(tx, kind, [key])).length > had.length;
  if (isCalledOther) await publish(tx, CATALOGUE_CHANGED);
  return isCalledOther || applied.titles + applied.people + credited.length > 0;
};

interface Taking {
  /** Who takes it in. */
  readonly accountId: number | null;
  readonly follow: Follow;
  readonly priorities: Priorities;
}

/**
 * Writes a bundle's record as `importBundle` does, and notes what that has changed of it. What comes with it belongs to other
 * records and stays when that is undone; a file that brings nothing else is noted as it is.
 * @throws invalid_body when a record that is not there would lack something, record_merged, import_running
 */
export const takeIn = async (
  tx: Transaction,
  id: ParsedId,
  bundle: Bundle,
  { accountId, follow, priorities }: Taking,
): Promise<boolean> => {
  await takeTurn(tx);
  const { kind, key } = id;
  const held = await readHeld(tx, id);
  const before = held && (await standingOf(tx, id, held));
  const [missing] = before === null ? missingIn(kind, bundle.fields) : [];
  if (missing) throw refused(`fields.${missing.field}`, missing.message);
  if (!(await importBundle(tx, kind, bundle, 'bundle', follow, priorities))) return false;
  const after = await readStanding(tx, id);
  if (!(await noteStep(tx, id, { action: 'import', accountId }, { before, after })))
    await addEdit(tx, { kind, key, accountId, action: 'import', after: bundle });
  return true;
};
