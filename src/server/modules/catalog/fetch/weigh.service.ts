import type { PartChange } from '#contracts/fetch.api.ts';
import { failure } from '#server/kernel/failure.ts';
import type { ParsedId } from '#server/kernel/ids.ts';
import type { Transaction } from '#server/platform/db/database.ts';
import type { CreditRecord, ToldPerson, ToldTitle } from '#server/sources/record.ts';
import type { MergedRecord } from '../apply.rules.ts';
import { mergeRecords } from '../apply.service.ts';
import { type HeldTitle, readMergedAway } from '../apply.store.ts';
import type { Change } from '../apply.write.store.ts';
import { readHeld, type Standing, standingOf } from '../editor/edit.service.ts';
import type { Priorities } from '../merge.rules.ts';
import { creditParts, toldPerson, toldTitle } from '../told.rules.ts';
import { takeTurn } from '../turn.store.ts';
import { type Asked, toldBy } from './ask.service.ts';
import { differenceOf, lockedOut } from './difference.rules.ts';

/** What the answers of the sources make of a record. */
export interface Weighed {
  readonly before: Standing | null;
  readonly after: Standing;
  readonly changes: readonly PartChange[];
  /** Every record that was written. */
  readonly titles: readonly Change[];
  readonly people: readonly Change[];
  /** By source, what an editor's locks have kept from it. */
  readonly locked: ReadonlyMap<string, readonly string[]>;
}

const changesOf = (merged: readonly MergedRecord[]): Change[] => {
  const byId = Map.groupBy(merged, ({ id }) => id);
  return [...byId].map(([id, each]) => ({ id, action: each.some(({ isNew }) => isNew) ? 'create' : 'update' }));
};

const personsIn = (title: ToldTitle): Set<number> =>
  new Set(Object.values(creditParts(title)).flatMap((list: readonly CreditRecord[] = []) => list.map((c) => c.person)));

const lockedFor = ({ kind }: ParsedId, held: HeldTitle | null, record: ToldTitle | ToldPerson): string[] => {
  if (kind === 'name') return lockedOut(held, toldPerson(record as ToldPerson));
  const told = toldTitle(record as ToldTitle, personsIn(record as ToldTitle));
  // A place stands with the episodes, and is neither field nor part of what is kept.
  const place = (record as ToldTitle).episode;
  return lockedOut(held && { ...held, fields: { ...held.fields, place: held.place } }, {
    ...told,
    fields: { ...told.fields, place },
  });
};

/**
 * Writes what the sources have told of a record, one after the other in their order, and tells nobody of it. Null when all
 * that they tell makes no record. @throws record_merged, import_running
 */
export const weigh = async (
  tx: Transaction,
  id: ParsedId,
  asked: readonly Asked[],
  priorities: Priorities,
): Promise<Weighed | null> => {
  await takeTurn(tx);
  if ((await readMergedAway(tx, id.kind, [id.key])).size > 0) throw failure('record_merged');
  const held = await readHeld(tx, id);
  const before = held && (await standingOf(tx, id, held));
  const titles: MergedRecord[] = [];
  const people: MergedRecord[] = [];
  const locked = new Map<string, string[]>();
  for (const { source, fetched } of asked) {
    if (fetched === null) continue;
    locked.set(source, lockedFor(id, held, fetched.record));
    const merged = await mergeRecords(tx, toldBy(id, fetched), source, priorities);
    titles.push(...merged.titles);
    people.push(...merged.people);
  }
  const kept = await readHeld(tx, id);
  if (kept === null) return null;
  const after = await standingOf(tx, id, kept);
  const changes = differenceOf(id.kind, before, after);
  return { before, after, changes, titles: changesOf(titles), people: changesOf(people), locked };
};
