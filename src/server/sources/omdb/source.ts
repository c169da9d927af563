import { createOutbound } from '#server/platform/outbound/outbound.ts';
import { createPolite } from '#server/platform/outbound/polite.ts';
import { type Answer, keyOf, listOf, textOf, wholeOf } from '../answer.ts';
import { createAsking, type Fault, forEach } from '../asking.ts';
import { isExternalId, ownId } from '../external-id.ts';
import { LICENCES } from '../licences.ts';
import type { ToldTitle } from '../record.ts';
import { type Candidate, type Fetched, MOST_CANDIDATES, type Source, type Wanted } from '../source.ts';
import { SourceError } from '../source-error.ts';
import { episodesOf, leftOf, pictureOf, saidOf, titleOf, typeOf } from './map.ts';

export interface OmdbOptions {
  readonly baseUrl: string;
  /** Without it nobody is asked. */
  readonly key: string | undefined;
}

const NAME = 'omdb';
const TIMEOUT = 10_000;
/** A title that OMDb has: its own example. */
const PROBE = 'tt3896198';
/** A key has 1,000 requests a day; answers are kept as long as a title is worked on. */
const MANNERS = { atOnce: 4, every: 50, keepFor: 3_600_000 } as const;
/** No series has as many; the number comes from outside. */
const MOST_SEASONS = 200;

const FAULTS: readonly (readonly [RegExp, Fault])[] = [
  [/limit/i, 'limited'],
  [/api key/i, 'refused'],
  [/imdb id|not found|getting data|too many results|conversion/i, 'unknown'],
];

/** OMDb says in words that it fails, most often with 200, at its limit with 401. */
const faultOf = ({ Response: response, Error: error }: Answer): Fault | null => {
  if (response !== 'False') return null;
  return FAULTS.find(([words]) => words.test(textOf(error) ?? ''))?.[1] ?? 'unavailable';
};

type Ask = (query: Readonly<Record<string, string>>, signal: AbortSignal) => Promise<Answer | 'unknown'>;

const createClient = ({ baseUrl, key }: OmdbOptions): Ask => {
  const get = createPolite({ door: createOutbound({ baseUrl, timeout: TIMEOUT }), ...MANNERS });
  const ask = createAsking({ source: NAME, get, faultOf });
  return async (query, signal) => {
    signal.throwIfAborted();
    if (key === undefined) throw new SourceError(NAME, 'refused');
    return ask({ path: `/?${new URLSearchParams({ ...query, apikey: key })}`, signal });
  };
};

const readTitle = async (ask: Ask, id: string, signal: AbortSignal): Promise<Fetched<ToldTitle> | 'unknown'> => {
  const answer = await ask({ i: id, plot: 'short' }, signal);
  if (answer === 'unknown') return answer;
  const full = await ask({ i: id, plot: 'full' }, signal);
  const record = titleOf(Number(id.slice(2)), answer, full === 'unknown' ? null : full.Plot);
  if (record.title === undefined) throw new SourceError(NAME, 'unreadable');
  const count = Math.min(wholeOf(saidOf(answer.totalSeasons)) ?? 0, MOST_SEASONS);
  const seasons = Array.from({ length: count }, (_, at) => at + 1);
  const episodes = await forEach(seasons, signal, async (season, both) => {
    const told = await ask({ i: id, Season: String(season) }, both);
    return told === 'unknown' ? [] : episodesOf(record.id, season, told);
  });
  const others = { titles: episodes.flat(), people: [] };
  return { record, picture: pictureOf(answer.Poster), others, left: leftOf(answer) };
};

const candidatesOf = (answer: Answer): Candidate[] =>
  listOf(answer.Search).flatMap((hit) => {
    const id = keyOf('movie', hit.imdbID);
    const { title, year } = titleOf(id ?? 0, hit, null);
    if (id === null || title === undefined) return [];
    return [
      { ids: [ownId('movie', id)], name: title, year: year ?? null, type: typeOf(hit), picture: pictureOf(hit.Poster) },
    ];
  });

const find = async (ask: Ask, { kind, words, year }: Wanted, signal: AbortSignal): Promise<Candidate[]> => {
  const sought = textOf(words);
  if (kind !== 'movie' || sought === null) return [];
  const answer = await ask({ s: sought, ...(year !== null && { y: String(year) }) }, signal);
  return answer === 'unknown' ? [] : candidatesOf(answer).slice(0, MOST_CANDIDATES);
};

/** The Open Movie Database: titles only, since it knows people by their names. */
export const createOmdb = (options: OmdbOptions): Source => {
  const ask = createClient(options);
  return {
    name: NAME,
    credentials: [
      {
        name: 'OMDB_KEY',
        description: 'A key of omdbapi.com; a free one has 1,000 requests a day.',
        required: true,
        given: options.key !== undefined,
        secret: true,
      },
    ],
    licence: LICENCES[NAME],
    freshness: { days: 30, tellsChanges: false },
    slow: false,
    sites: ['imdb'],
    fetchTitle: async (id, { signal }) =>
      id.site === 'imdb' && isExternalId('movie', id) ? readTitle(ask, id.id, signal) : 'unknown',
    fetchPerson: async () => 'unknown',
    search: async (wanted, { signal }) => find(ask, wanted, signal),
    probe: async ({ signal }) => {
      const answer = await ask({ i: PROBE, plot: 'short' }, signal);
      if (answer === 'unknown') throw new SourceError(NAME, 'unreadable');
    },
    findPicture: async (kind, id, { signal }) => {
      if (kind !== 'movie' || id.site !== 'imdb' || !isExternalId('movie', id)) return null;
      const answer = await ask({ i: id.id, plot: 'short' }, signal);
      return answer === 'unknown' ? null : pictureOf(answer.Poster);
    },
  };
};
