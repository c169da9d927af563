import { isDeepStrictEqual } from 'node:util';
import type { ToldTitle } from '#server/sources/record.ts';
import type { SourceName } from '#server/sources/source.ts';
import type { HeldRecord, MergedRecord, ToldPart } from './apply.rules.ts';
import { mayWrite, type Place, placeOf, takesPart } from './merge.rules.ts';

// A series' list of episodes is its part `season`; its rows stand with the episodes, which may be told of with it or alone.

/** What of an episode is shown in its series' list. */
const SHOWN = ['title', 'releaseDate', 'year', 'plot', 'rating', 'votes', 'posterUrl'];

/** What the told titles say of lists of episodes: they speak of the list of each series that one of them names. */
export const toldSeries = (titles: readonly ToldTitle[]) => {
  const named = new Set(titles.flatMap(({ episode }) => (episode ? [episode.series] : [])));
  const silent = new Set(titles.flatMap(({ id, episode }) => (episode === undefined ? [] : [id])));
  return {
    named: named as ReadonlySet<number>,
    /** The rows stay where they are: each is written with its episode. */
    partOf: (id: number, held: HeldRecord | undefined): { season?: ToldPart } =>
      named.has(id) || silent.has(id) ? { season: { says: named.has(id), rows: held?.parts.season ?? [] } } : {},
    /** A series that only its episodes have changed. */
    untold: (held: HeldRecord | undefined): MergedRecord | null =>
      held
        ? { ...held, isNew: false, changed: true, changedFields: new Set(), parts: {}, originsChanged: false }
        : null,
  };
};

interface Places {
  readonly titles: readonly ToldTitle[];
  readonly held: ReadonlyMap<number, HeldRecord & { readonly place: Place | null }>;
  readonly merged: ReadonlyMap<number, MergedRecord>;
  readonly named: ReadonlySet<number>;
  readonly source: SourceName;
}

/** The episodes whose rows change, and the titles whose answers show another place or another episode. */
export const placesOf = ({ titles, held, merged, named, source }: Places) => {
  const moved: { id: number; place: Place | null; year: unknown }[] = [];
  const touched = new Set<number>();
  const holderOf = (record: HeldRecord) =>
    record.origins.season ?? { source: record.source, fetchedAt: record.fetchedAt, locked: false };
  const open = (id: number): boolean => {
    const record = held.get(id);
    if (!record) return true;
    return mayWrite(source, record.source) && takesPart(source, holderOf(record), true, named.has(id));
  };
  for (const { id, episode } of titles) {
    const record = merged.get(id);
    const before = held.get(id);
    if (!record) continue;
    const old = before?.place ?? null;
    const wanted = episode && (held.has(episode.series) || merged.has(episode.series)) ? { ...episode } : null;
    const locked = source !== 'editor' && (before?.origins.season?.locked ?? false);
    const place = episode === undefined ? old : placeOf(old, wanted, locked, open);
    const differs = !isDeepStrictEqual(place, old);
    const year = record.fields.year;
    if (differs || (place && record.changedFields.has('year'))) {
      moved.push({ id, place, year });
      for (const one of [id, old?.series, place?.series]) if (one !== undefined) touched.add(one);
    } else if (place && SHOWN.some((part) => record.changedFields.has(part))) touched.add(place.series);
  }
  return { moved, touched };
};
