import { imdbId } from '#server/kernel/ids.ts';
import { type Answer, dayOf, listOf, positiveOf, textOf, wholeOf, yearOf } from '../answer.ts';
import { forEach } from '../asking.ts';
import { type ExternalId, isExternalId } from '../external-id.ts';
import { LICENCES } from '../licences.ts';
import type { ToldPerson, ToldTitle } from '../record.ts';
import { type Candidate, type Fetched, MOST_CANDIDATES, type Picture, type Source, type Wanted } from '../source.ts';
import { SourceError } from '../source-error.ts';
import { createTmdbClient, type TmdbClient, type TmdbOptions } from './client.ts';
import { creditedIn, type Keys, peopleOf } from './credits.ts';
import { similarIn } from './lists.ts';
import { type Around, episodeOf, movieOf, ownKeyOf, personOf, pictureOf, seriesOf } from './map.ts';

const NAME = 'tmdb';
const PARTS = 'alternative_titles,keywords,videos,recommendations,similar,external_ids';
/** Of the titles like one. */
const MOST_SIMILAR = 12;

type Ask = (path: string) => Promise<Answer | 'unknown'>;
type Asking = { readonly ask: Ask; readonly client: TmdbClient; readonly signal: AbortSignal };

/** Our keys of TMDB's numbers. TMDB says them one by one; what has none at IMDb has none here. */
const keysOf = async (
  { client, signal }: Asking,
  what: 'person' | 'movie' | 'tv',
  numbers: Iterable<number>,
): Promise<Keys> => {
  const kind = what === 'person' ? 'name' : 'movie';
  const found = await forEach([...numbers], signal, async (number, both) => {
    const answer = await client(`/${what}/${number}/external_ids`, both);
    const key = answer === 'unknown' ? null : ownKeyOf(kind, answer);
    return key === null ? [] : [[number, key] as const];
  });
  return new Map(found.flat());
};

/** What could not be told, for the operator. */
const leftOf = (what: string, all: ReadonlyMap<number, string>, keys: Keys): string[] => {
  const names = [...all].flatMap(([number, name]) => (keys.has(number) ? [] : [name]));
  return names.length === 0 ? [] : [`TMDB has no IMDb id for ${names.length} ${what}: ${names.join(', ')}`];
};

const aroundOf = async (asking: Asking, what: 'movie' | 'tv', answer: Answer) => {
  const credited = creditedIn(answer);
  const like = similarIn(answer, MOST_SIMILAR);
  const people = await keysOf(asking, 'person', credited.keys());
  const similarKeys = await keysOf(asking, what, like.keys());
  const similar = [...like].flatMap(([number, title]) => {
    const key = similarKeys.get(number);
    return key === undefined ? [] : [{ id: imdbId('movie', key), title }];
  });
  const around: Around = { people, similar };
  return { around, told: peopleOf(credited, people), left: leftOf('of those credited', credited, people) };
};

const requireRead = (record: ToldTitle | ToldPerson, name: string | undefined): void => {
  if (name === undefined) throw new SourceError(NAME, 'unreadable', { cause: new Error(`no name of ${record.id}`) });
};

const readMovie = async (asking: Asking, key: number, number: number): Promise<Fetched<ToldTitle> | 'unknown'> => {
  const answer = await asking.ask(`/movie/${number}?append_to_response=credits,release_dates,${PARTS}`);
  if (answer === 'unknown') return answer;
  const { around, told, left } = await aroundOf(asking, 'movie', answer);
  const record = movieOf(key, answer, around);
  requireRead(record, record.title);
  return { record, picture: pictureOf(answer.poster_path), others: { titles: [], people: told }, left };
};

const readEpisodes = async (asking: Asking, series: number, number: number, answer: Answer) => {
  const seasons = listOf(answer.seasons).flatMap(({ season_number }) => wholeOf(season_number) ?? []);
  const { client, signal } = asking;
  const listed = await forEach(seasons, signal, async (season, both) => {
    const told = await client(`/tv/${number}/season/${season}`, both);
    return told === 'unknown' ? [] : listOf(told.episodes).map((one) => ({ ...one, season_number: season }));
  });
  const found = await forEach(listed.flat(), signal, async (one: Answer, both) => {
    const at = `/tv/${number}/season/${one.season_number}/episode/${wholeOf(one.episode_number)}/external_ids`;
    const ids = await client(at, both);
    const key = ids === 'unknown' ? null : ownKeyOf('movie', ids);
    return { key, one };
  });
  const titles = found.flatMap(({ key, one }) => (key === null ? [] : [episodeOf(key, series, one)]));
  const missed = found.length - titles.length;
  return { titles, left: missed === 0 ? [] : [`TMDB has no IMDb id for ${missed} of ${found.length} episodes`] };
};

const readSeries = async (asking: Asking, key: number, number: number): Promise<Fetched<ToldTitle> | 'unknown'> => {
  const answer = await asking.ask(`/tv/${number}?append_to_response=aggregate_credits,content_ratings,${PARTS}`);
  if (answer === 'unknown') return answer;
  const { around, told, left } = await aroundOf(asking, 'tv', answer);
  const record = seriesOf(key, answer, around);
  requireRead(record, record.title);
  const episodes = await readEpisodes(asking, key, number, answer);
  return {
    record,
    picture: pictureOf(answer.poster_path),
    others: { titles: episodes.titles, people: told },
    left: [...left, ...episodes.left],
  };
};

const readEpisode = async (asking: Asking, key: number, found: Answer): Promise<Fetched<ToldTitle> | 'unknown'> => {
  const [show, season, number] = [found.show_id, found.season_number, found.episode_number].map(wholeOf);
  const answer = await asking.ask(`/tv/${show}/season/${season}/episode/${number}?append_to_response=credits`);
  const ids = await asking.ask(`/tv/${show}/external_ids`);
  const series = ids === 'unknown' ? null : ownKeyOf('movie', ids);
  if (answer === 'unknown' || series === null) return 'unknown';
  const { around, told, left } = await aroundOf(asking, 'tv', answer);
  const { credits } = movieOf(key, answer, around);
  const record = { ...episodeOf(key, series, answer), ...(credits && { credits }) };
  requireRead(record, record.title);
  return { record, picture: pictureOf(answer.still_path), others: { titles: [], people: told }, left };
};

const firstNumber = (results: unknown): number | null => positiveOf(listOf(results)[0]?.id);

const readTitle = async (asking: Asking, id: string): Promise<Fetched<ToldTitle> | 'unknown'> => {
  const found = await asking.ask(`/find/${id}?external_source=imdb_id`);
  if (found === 'unknown') return found;
  const key = Number(id.slice(2));
  const [movie, series] = [firstNumber(found.movie_results), firstNumber(found.tv_results)];
  const [episode] = listOf(found.tv_episode_results);
  if (movie !== null) return readMovie(asking, key, movie);
  if (series !== null) return readSeries(asking, key, series);
  return episode ? readEpisode(asking, key, episode) : 'unknown';
};

/** TMDB tells it with the number that an id has there. */
const findPicture = async ({ ask }: Asking, id: string): Promise<Picture | null> => {
  const found = await ask(`/find/${id}?external_source=imdb_id`);
  if (found === 'unknown') return null;
  const [one] = [found.movie_results, found.tv_results, found.tv_episode_results, found.person_results].flatMap(listOf);
  return pictureOf(one?.poster_path ?? one?.still_path ?? one?.profile_path);
};

const readPerson = async ({ ask }: Asking, id: string): Promise<Fetched<ToldPerson> | 'unknown'> => {
  const found = await ask(`/find/${id}?external_source=imdb_id`);
  const number = found === 'unknown' ? null : firstNumber(found.person_results);
  const answer = number === null ? 'unknown' : await ask(`/person/${number}?append_to_response=external_ids`);
  if (answer === 'unknown') return answer;
  const record = personOf(Number(id.slice(2)), answer);
  requireRead(record, record.name);
  return { record, picture: pictureOf(answer.profile_path), others: { titles: [], people: [] }, left: [] };
};

const WHAT = { movie: ['movie', 'tv'], name: ['person'] } as const;

/** TMDB's own order, movies and series in turns; what has no IMDb id cannot be fetched and is left out. */
const find = async (asking: Asking, { kind, words, year }: Wanted): Promise<Candidate[]> => {
  const query = textOf(words);
  if (query === null) return [];
  const lists = await forEach(WHAT[kind], asking.signal, async (what, both) => {
    const inYear =
      year === null || what === 'person' ? '' : `&${what === 'tv' ? 'first_air_date_year' : 'year'}=${year}`;
    const found = await asking.client(`/search/${what}?query=${encodeURIComponent(query)}${inYear}`, both);
    const hits = found === 'unknown' ? [] : listOf(found.results).slice(0, MOST_CANDIDATES);
    const keys = await keysOf(
      { ...asking, signal: both },
      what,
      hits.flatMap(({ id }) => positiveOf(id) ?? []),
    );
    return hits.map((hit) => candidateOf(kind, what, hit, keys));
  });
  const longest = Math.max(...lists.map(({ length }) => length));
  return Array.from({ length: longest }, (_, at) => lists.flatMap((list) => list[at] ?? []))
    .flat()
    .filter((one) => year === null || one.year === year)
    .slice(0, MOST_CANDIDATES);
};

const candidateOf = (kind: Wanted['kind'], what: string, hit: Answer, keys: Keys): Candidate | null => {
  const [key, name] = [keys.get(positiveOf(hit.id) ?? 0), textOf(hit.title ?? hit.name)];
  if (key === undefined || name === null) return null;
  return {
    ids: [{ site: 'imdb', id: imdbId(kind, key) }],
    name,
    year: yearOf(dayOf(hit.release_date ?? hit.first_air_date)),
    type: what === 'person' ? null : what === 'tv' ? 'S' : 'M',
    picture: pictureOf(hit.poster_path ?? hit.profile_path),
  };
};

/** The Movie Database, by IMDb's ids. */
export const createTmdb = (options: TmdbOptions): Source => {
  const client = createTmdbClient(options);
  const begin = (signal: AbortSignal): Asking => ({ client, signal, ask: (path) => client(path, signal) });
  const isOwn = (kind: 'movie' | 'name', id: ExternalId): boolean => id.site === 'imdb' && isExternalId(kind, id);
  return {
    name: NAME,
    credentials: [
      {
        name: 'TMDB_TOKEN',
        description: 'The API Read Access Token of an account at themoviedb.org (Settings, API).',
        required: true,
        given: options.token !== undefined,
        secret: true,
      },
    ],
    licence: LICENCES[NAME],
    // TMDB lets its data be kept for six months at most.
    freshness: { days: 30, tellsChanges: true },
    slow: false,
    sites: ['imdb'],
    fetchTitle: async (id, { signal }) => (isOwn('movie', id) ? readTitle(begin(signal), id.id) : 'unknown'),
    fetchPerson: async (id, { signal }) => (isOwn('name', id) ? readPerson(begin(signal), id.id) : 'unknown'),
    search: async (wanted, { signal }) => find(begin(signal), wanted),
    probe: async ({ signal }) => {
      // Every token may ask for this, so an address that does not know it is not TMDB's.
      if ((await client('/authentication', signal)) === 'unknown') throw new SourceError(NAME, 'unreadable');
    },
    findPicture: async (kind, id, { signal }) => (isOwn(kind, id) ? findPicture(begin(signal), id.id) : null),
  };
};
