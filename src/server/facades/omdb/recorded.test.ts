import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Compile } from 'typebox/compile';
import { describe, expect, it } from 'vitest';
import { OmdbFilm } from '#contracts/omdb.api.ts';
import { failure } from '#server/kernel/failure.ts';
import { testData } from '#test/support/test-data.ts';
import { tell } from './failures.ts';
import { searchOf, seasonOf } from './lists.map.ts';
import { type Recorded, titleFrom } from './recorded.fixture.ts';
import { bareTitle } from './title.fixture.ts';
import { titleOf } from './title.map.ts';
import { posterOf, yearsOf } from './values.map.ts';

/** Answers of OMDb, held against ours for what they say. */

interface Exchange {
  readonly request: { readonly url: string };
  readonly response: { readonly status: number; readonly json: Recorded };
}

const folder = testData('omdb_recorded');
const exchanges: readonly Exchange[] =
  folder === null
    ? []
    : readdirSync(folder)
        .toSorted()
        .flatMap((file) => JSON.parse(readFileSync(join(folder, file), 'utf8')));
const having = (key: string) => exchanges.map(({ response }) => response.json).filter((json) => key in json);
const itemsOf = (value: unknown) => value as readonly Recorded[];

/** What the values look like, wherever they stand. */
const FORMS: Readonly<Record<string, RegExp>> = {
  Year: /^\d{4}(?:–(?:\d{4})?)?$/,
  Released: /^(?:\d\d [A-Z][a-z]{2} \d{4}|\d{4}-\d\d-\d\d|N\/A)$/,
  Runtime: /^(?:\d+ min|N\/A)$/,
  Metascore: /^(?:\d{1,3}|N\/A)$/,
  imdbRating: /^(?:\d{1,2}\.\d|N\/A)$/,
  imdbVotes: /^(?:\d{1,3}(?:,\d{3})*|\d+|N\/A)$/,
  imdbID: /^tt\d{7,10}$/,
  seriesID: /^tt\d{7,10}$/,
  BoxOffice: /^(?:\$\d{1,3}(?:,\d{3})*|N\/A)$/,
  totalSeasons: /^(?:\d+|N\/A)$/,
  totalResults: /^\d+$/,
  Season: /^\d+$/,
  Episode: /^\d+$/,
  Type: /^(?:movie|series|episode|game)$/,
  Poster: /^(?:https?:\/\/.+\.jpg(?:\?w=\d+)?|N\/A)$/,
  Response: /^(?:True|False)$/,
};
const formsOf = (value: object) =>
  Object.entries(value).map(([key, text]) => [key, typeof text, FORMS[key]?.test(String(text)) ?? true]);

describe.skipIf(folder === null)('an answer of OMDb that was recorded', () => {
  it('is there in each of its shapes', () => {
    expect(exchanges).toHaveLength(11);
    expect(
      [having('Ratings'), having('Episodes'), having('Search'), having('Error')].map(({ length }) => length),
    ).toEqual([5, 1, 2, 3]);
  });

  it.each(having('Ratings').map((json) => [`${json.Type} ${json.imdbID}`, json] as const))(
    '%s has the keys and the values of ours, in this order',
    (_name, recorded) => {
      const ours: object = titleOf(titleFrom(recorded), false);
      expect(Object.keys(ours)).toEqual(Object.keys(recorded));
      expect(formsOf(ours)).toEqual(formsOf(recorded));
      const rotten = itemsOf(recorded.Ratings).filter(({ Source }) => Source === 'Rotten Tomatoes');
      expect(ours).toEqual({
        ...recorded,
        Ratings: itemsOf(recorded.Ratings).filter((one) => !rotten.includes(one)),
        // The sentence was recorded with its first end missing.
        Awards: recorded.Awards?.replace(/([a-z])(\d)/, '$1. $2'),
        Poster: posterOf(recorded.Poster ?? null),
      });
    },
  );

  it.each(having('Episodes').map((json) => [json.Title, json] as const))('season of %s is ours', (_name, recorded) => {
    const number = (text: string | undefined) => (text === 'N/A' ? null : Number(text));
    const episodes = itemsOf(recorded.Episodes).map((one) => ({
      ...{ title: one.Title ?? '', date: one.Released ?? null, episode: number(one.Episode), imdbId: one.imdbID ?? '' },
      ...{ rating: number(one.imdbRating), year: null, plot: null, votes: null, posterUrl: null },
      ...{ season: Number(recorded.Season), runtime: null },
    }));
    const series = { title: recorded.Title ?? '', imdbId: 'tt0000001', type: 'S' } as const;
    const ours = seasonOf(
      { ...series, totalSeasons: Number(recorded.totalSeasons) },
      { numSeason: Number(recorded.Season), year: null, episodes },
    );
    expect(ours).toEqual(recorded);
    expect(Object.keys(ours)).toEqual(Object.keys(recorded));
    expect(ours.Episodes.map(Object.keys)).toEqual(itemsOf(recorded.Episodes).map(Object.keys));
  });

  it.each(having('Search').map((json, at) => [at + 1, json] as const))(
    'page %i of a search is ours',
    (_page, recorded) => {
      const hits = itemsOf(recorded.Search).map((one) => {
        const { imdbId, title, year, endYear, type, posterUrl } = titleFrom(one);
        const hit = { kind: 'movie' as const, imdbId, title, year, endYear, type, posterUrl };
        return { ...hit, rating: null, votes: null, series: null };
      });
      const ours = searchOf(hits, Number(recorded.totalResults));
      const posters = itemsOf(recorded.Search).map((one) => ({
        ...one,
        Poster: posterOf(one.Poster === 'N/A' ? null : (one.Poster ?? null)),
      }));
      expect(ours).toEqual({ ...recorded, Search: posters });
      expect(ours.Search.map(Object.keys)).toEqual(itemsOf(recorded.Search).map(Object.keys));
      expect(ours.Search.map(formsOf)).toEqual(itemsOf(recorded.Search).map(formsOf));
    },
  );

  it.each([
    ['Invalid API key!', 'token_invalid'],
    ['Series or episode not found!', 'episode_unknown'],
    ['Incorrect IMDb ID.', 'malformed_id'],
  ] as const)('failure %s is ours', (text, reason) => {
    const [recorded] = exchanges.filter(({ response }) => response.json.Error === text);
    const { body, status } = tell(failure(reason), recorded?.request.url ?? '');
    expect([status, JSON.parse(body)]).toEqual([recorded?.response.status, recorded?.response.json]);
    expect(Object.keys(JSON.parse(body))).toEqual(Object.keys(recorded?.response.json ?? {}));
  });
});

interface Document {
  readonly title: string;
  readonly year: number;
  readonly rated?: string | null;
  readonly runtime?: number | null;
  readonly genres?: readonly string[];
  readonly plot?: string | null;
  readonly poster?: string | null;
  readonly imdb: { readonly id: string; readonly rating?: number | null; readonly votes?: number | null };
  readonly metacritic?: number | null;
}

const documents = testData('omdb_movieDetails', 'movieDetails.even.jsonl');

it.skipIf(documents === null)('every film of a collection of answers has the documented shape and forms', () => {
  const shape = Compile(OmdbFilm);
  const films = readFileSync(documents ?? '', 'utf8')
    .trim()
    .split('\n');
  expect(films.length).toBeGreaterThan(1_000);
  for (const line of films) {
    const { title, year, imdb, genres = [], poster: posterUrl = null, ...told }: Document = JSON.parse(line);
    const ours = titleOf(
      bareTitle({
        ...{ title, year, posterUrl, imdbId: imdb.id, genres: genres.map((genre) => ({ genre })) },
        ...{ rated: told.rated ?? null, runtime: told.runtime ?? null, simplePlot: told.plot ?? null },
        ...{ rating: imdb.rating ?? null, votes: imdb.votes ?? null, metascore: told.metacritic ?? null },
      }),
      false,
    );
    expect(shape.Check(ours) ? [] : shape.Errors(ours)).toEqual([]);
    expect([imdb.id, formsOf(ours).filter(([, , holds]) => !holds)]).toEqual([imdb.id, []]);
    expect(ours.Year).toBe(yearsOf({ type: 'M', year }));
  }
});
