import { isDeepStrictEqual } from 'node:util';
import type { ToldTitle } from '#server/sources/record.ts';
import type { SourceName } from '#server/sources/source.ts';
import type { HeldRecord, MergedRecord, ToldPart } from './apply.rules.ts';
import { mayWrite, type Place, placeOf, takesPart } from './merge.rules.ts';

// A series' list of episodes is its part `season`; its rows stand with the episodes, which may be told of with it or alone.
// What an editor has said of one of them is the episode's own: its part `place`. The list is its sources' all the same.

/** What of an episode is shown in its series' list. */
const SHOWN = ['title', 'releaseDate', 'year', 'runtime', 'plot', 'rating', 'votes', 'posterUrl'];

/** What the told titles say of lists of episodes: they speak of the list of each series that one of them names. */
export const toldSeries = (titles: readonly ToldTitle[], source: SourceName) => {
  const named = new Set(titles.flatMap(({ episode }) => (episode ? [episode.series] : [])));
  const silent = new Set(titles.flatMap(({ id, episode }) => (episode === undefined ? [] : [id])));
  return {
    named: named as ReadonlySet<number>,
    /** The rows stay where they are: each is written with its episode. */
    partOf: (id: number, held: HeldRecord | undefined): { season?: ToldPart; place?: ToldPart } => {
      if (source === 'editor') return silent.has(id) ? { place: { says: true, rows: [] } } : {};
      return named.has(id) || silent.has(id) ? { season: { says: named.has(id), rows: held?.parts.season ?? [] } } : {};
    },
    /** A series that only its episodes have changed. */
    untold: (held: HeldRecord | undefined): MergedRecord | null =>
      held
        ? { ...held, isNew: false, changed: true, changedFields: new Set(), parts: {}, originsChanged: false }
        : null,
  };
};

type Held = HeldRecord & { readonly place: Place | null };

interface Placing {
  readonly titles: readonly ToldTitle[];
  readonly held: ReadonlyMap<number, Held>;
  readonly named: ReadonlySet<number>;
  readonly source: SourceName;
}

/** Where the told titles come to stand among what is held. */
export const placing = ({ titles, held, named, source }: Placing) => {
  const holderOf = (record: HeldRecord) =>
    record.origins.season ?? { source: record.source, fetchedAt: record.fetchedAt, locked: false };
  const open = (id: number): boolean => {
    const record = held.get(id);
    if (!record) return true;
    return mayWrite(source, record.source) && takesPart(source, holderOf(record), true, named.has(id));
  };
  /** Whether an episode stays where an editor has put it: one that was given free goes to the list that tells of it. */
  const stays = ({ origins: { place } }: Held, episode: ToldTitle['episode']): boolean =>
    place !== undefined &&
    (episode === undefined || (source !== 'editor' && (place.locked || episode === null || !open(episode.series))));

  /** A record to be merged with what is told: it forgets the editor whose place for it is no more. */
  const heldAs = (record: Held | undefined, episode: ToldTitle['episode']): HeldRecord | null =>
    record?.place && stays(record, episode) ? { ...record, parts: { ...record.parts, place: [{}] } } : (record ?? null);

  /** The episodes whose rows change, and the titles whose answers show another place or another episode. */
  const placesOf = (merged: ReadonlyMap<number, MergedRecord>) => {
    const moved: { id: number; place: Place | null; year: unknown }[] = [];
    const touched = new Set<number>();
    const placeIn = (before: Held | undefined, episode: Place | null): Place | null => {
      const old = before?.place ?? null;
      const wanted = episode && (held.has(episode.series) || merged.has(episode.series)) ? { ...episode } : null;
      const locked = before !== undefined && stays(before, episode);
      // What an editor has given free leaves also a list that is not open, such as that of a series of editors.
      const isFree = before?.origins.place !== undefined && !locked;
      return placeOf(isFree ? null : old, wanted, locked, open);
    };
    for (const { id, episode } of titles) {
      const record = merged.get(id);
      const before = held.get(id);
      if (!record) continue;
      const old = before?.place ?? null;
      const place = episode === undefined ? old : placeIn(before, episode);
      const differs = !isDeepStrictEqual(place, old);
      const year = record.fields.year;
      if (differs || (place && record.changedFields.has('year'))) {
        moved.push({ id, place, year });
        for (const one of [id, old?.series, place?.series]) if (one !== undefined) touched.add(one);
      } else if (place && SHOWN.some((part) => record.changedFields.has(part))) touched.add(place.series);
    }
    return { moved, touched };
  };
  return { heldAs, placesOf };
};
