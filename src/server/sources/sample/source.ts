import { foldText } from '#server/kernel/fold.ts';
import type { RecordKind } from '#server/kernel/ids.ts';
import { type ExternalId, isExternalId, ownId } from '../external-id.ts';
import { LICENCES } from '../licences.ts';
import type { PersonRecord, Records, TitleRecord } from '../record.ts';
import { type Candidate, MOST_CANDIDATES, type Source, type Wanted } from '../source.ts';
import { readSample } from './read.ts';

const hasId = (kind: RecordKind, { site, id }: ExternalId) => {
  const own = (key: number): boolean => site === 'imdb' && ownId(kind, key).id === id;
  return (record: TitleRecord | PersonRecord): boolean =>
    own(record.id) || (record.ids ?? []).some((other) => other.site === site && other.id === id);
};

interface Hit extends Candidate {
  /** What the words may begin. */
  readonly names: readonly string[];
  readonly weight: number;
}

const titleHit = (title: TitleRecord): Hit => ({
  ids: [ownId('movie', title.id), ...title.ids],
  name: title.title,
  year: title.year,
  type: title.type,
  picture: title.poster === null ? null : 'drawn',
  names: [title.title, ...(title.originalTitle ? [title.originalTitle] : [])],
  weight: title.votes ?? 0,
});

const personHit = (person: PersonRecord): Hit => ({
  ids: [ownId('name', person.id)],
  name: person.name,
  year: person.birthDate ? Number(person.birthDate.slice(0, 4)) : null,
  type: null,
  picture: person.photo === null ? null : 'drawn',
  names: [person.name],
  weight: person.knownFor.length,
});

/** Whether each of the words begins one of the name's. */
const fits = (name: string, words: readonly string[]): boolean => {
  const own = foldText(name).split(' ');
  return words.every((word) => own.some((each) => each.startsWith(word)));
};

const searchIn = ({ titles, people }: Records, { kind, words, year }: Wanted): Candidate[] => {
  const folded = foldText(words);
  if (folded === '') return [];
  const exact = ({ names }: Hit): number => Number(names.some((name) => foldText(name) === folded));
  return (kind === 'movie' ? titles.map(titleHit) : people.map(personHit))
    .filter((hit) => year === null || hit.year === year)
    .filter(({ names }) => names.some((name) => fits(name, folded.split(' '))))
    .toSorted((a, b) => exact(b) - exact(a) || b.weight - a.weight)
    .slice(0, MOST_CANDIDATES)
    .map(({ names: _names, weight: _weight, ...candidate }) => candidate);
};

/** The embedded catalogue, read when it is first asked. */
export const createSample = (): Source => {
  let held: Records | undefined;
  const records = (signal: AbortSignal): Records => {
    signal.throwIfAborted();
    held ??= readSample();
    return held;
  };
  return {
    name: 'sample',
    credentials: [],
    licence: LICENCES.sample,
    freshness: { days: null, tellsChanges: false },
    slow: false,
    sites: ['imdb', 'tmdb'],
    fetchTitle: async (id, { signal }) => {
      const { titles, people } = records(signal);
      const record = isExternalId('movie', id) && titles.find(hasId('movie', id));
      if (!record) return 'unknown';
      const credited = new Set(record.credits.map(({ person }) => person));
      const others = {
        titles: titles.filter(({ episode }) => episode?.series === record.id),
        people: people.filter((person) => credited.has(person.id)),
      };
      return { record, picture: titleHit(record).picture, others, left: [] };
    },
    fetchPerson: async (id, { signal }) => {
      const record = isExternalId('name', id) && records(signal).people.find(hasId('name', id));
      return record
        ? { record, picture: personHit(record).picture, others: { titles: [], people: [] }, left: [] }
        : 'unknown';
    },
    search: async (wanted, { signal }) => searchIn(records(signal), wanted),
  };
};
