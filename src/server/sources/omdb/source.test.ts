import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline';
import { describe, expect, it } from 'vitest';
import { startService } from '#test/support/fake-service.ts';
import { filledIn } from '#test/support/filled.ts';
import { omdbFake } from '#test/support/omdb-fake.ts';
import { sourceConforms } from '#test/support/source-conformance.ts';
import { testData } from '#test/support/test-data.ts';
import { titleMistakes } from '#test/support/told-mistakes.ts';
import { titleOf } from './map.ts';
import { countryOf } from './names.ts';
import { createOmdb } from './source.ts';

const key = 'k3y-that-nobody-sees';
const SERIES = {
  ...{
    Title: 'Tide',
    Year: '2001–',
    Rated: 'N/A',
    Released: '06 May 2001',
    Runtime: '1 h 5 min',
    Genre: 'Drama, Sci-Fi',
  },
  ...{ Director: 'N/A', Writer: 'Ben Oak', Actors: 'Ada Roth, Ben Oak', Plot: 'Water.', Language: 'English, Mandarin' },
  ...{ Country: 'USA, West Germany, Atlantis', Awards: 'Won 1 Prize.', Poster: 'https://img.example/t.jpg' },
  ...{ Metascore: '67', imdbRating: '7.6', imdbVotes: '1,828,114', imdbID: 'tt0000021', Type: 'series' },
  ...{ totalSeasons: '2', BoxOffice: '$1,234', Response: 'True' },
};
const SEASON = {
  ...{ Title: 'Tide', Season: '1', totalSeasons: '2', Response: 'True' },
  Episodes: [
    { Title: 'Ebb', Released: '2001-05-06', Episode: '0', imdbRating: '8.1', imdbID: 'tt0000022' },
    { Title: 'Flow', Released: 'N/A', Episode: 'N/A', imdbRating: 'N/A', imdbID: 'tt0000023' },
    { Title: 'Lost', Released: 'N/A', Episode: '3', imdbRating: 'N/A', imdbID: 'N/A' },
  ],
};
const not = (error: string): string => JSON.stringify({ Response: 'False', Error: error });

const service = await startService({
  [`/?i=tt0000021&plot=short&apikey=${key}`]: JSON.stringify(SERIES),
  [`/?i=tt0000021&plot=full&apikey=${key}`]: JSON.stringify({ ...SERIES, Plot: 'Water comes and goes.' }),
  [`/?i=tt0000021&Season=1&apikey=${key}`]: JSON.stringify(SEASON),
  [`/?i=tt0000021&Season=2&apikey=${key}`]: not('Series or season not found!'),
  [`/?i=tt0000099&plot=short&apikey=${key}`]: not('Error getting data.'),
  [`/?i=tt3896198&plot=short&apikey=${key}`]: JSON.stringify({ Title: 'Any', Response: 'True' }),
  [`/?s=Tide&apikey=${key}`]: JSON.stringify({ Response: 'True', Search: [SERIES, { Title: 'x', imdbID: 'N/A' }] }),
});
const open = () => createOmdb({ baseUrl: service.baseUrl, key });
const { signal } = new AbortController();
const fetchTitle = async (id: string, source = open()) => source.fetchTitle({ site: 'imdb', id }, { signal });

describe('OMDb as a source', () => {
  it('tells of a series with its episodes, and what it cannot tell', async () => {
    const place = { series: 21, season: 1 };
    expect(await fetchTitle('tt0000021')).toEqual({
      record: {
        ...{ id: 21, type: 'S', title: 'Tide', year: 2001, endYear: null, releaseDate: '2001-05-06', rated: null },
        ...{ runtime: 65, genres: ['Drama', 'Sci-Fi'], countries: ['US', 'XWG'], languages: ['en', 'cmn'] },
        ...{ rating: 7.6, votes: 1_828_114, metascore: 67, simplePlot: 'Water.', plot: 'Water comes and goes.' },
        lists: { business: [expect.objectContaining({ type: 'GROSS', amount: 1234, countryCode: 'US' })] },
      },
      picture: 'https://img.example/t.jpg',
      others: {
        titles: [
          {
            ...{ id: 22, type: 'E', title: 'Ebb', releaseDate: '2001-05-06', year: 2001, rating: 8.1 },
            episode: { ...place, number: 0 },
          },
          {
            ...{ id: 23, type: 'E', title: 'Flow', releaseDate: null, year: null, rating: null },
            episode: { ...place, number: null },
          },
        ],
        people: [],
      },
      left: [
        'OMDb only sums up the awards: Won 1 Prize.',
        'OMDb names people without their ids: Ben Oak, Ada Roth',
        'OMDb names what is no known country or language: Atlantis',
      ],
    });
  });

  it.each([
    [{ Year: '2013–2020', Runtime: '1,440 min', Released: '31 Feb 2017' }, [2013, 2020, 1440, null]],
    [{ Year: '2013-2020', Runtime: '2 h', Released: '2017-05-05' }, [2013, 2020, 120, '2017-05-05']],
    [{ Year: 'N/A', Runtime: 'N/A', Released: 'N/A' }, [null, null, null, null]],
    [{ Year: 2013, Runtime: 90, Released: '' }, [null, null, null, null]],
  ])('reads %o', (answer, expected) => {
    const { year, endYear, runtime, releaseDate } = titleOf(1, answer, null);
    expect([year, endYear, runtime, releaseDate]).toEqual(expected);
  });

  it.each([
    ['Request limit reached!', 401, 'limited'],
    ['Invalid API key!', 401, 'refused'],
    ['Something else.', 200, 'unavailable'],
  ])('fails with "%s"', async (error, status, kind) => {
    await service.whileAnswering(
      (_, response) => response.writeHead(status).end(not(error)),
      () => expect(fetchTitle('tt0000021')).rejects.toMatchObject({ kind }),
    );
  });

  it('tells nothing where the limit is reached in the middle', async () => {
    await service.whileAnswering(
      ({ url }, response) =>
        url?.includes('Season=2')
          ? response.writeHead(401).end(not('Request limit reached!'))
          : response.end(JSON.stringify(url?.includes('Season') ? SEASON : SERIES)),
      () => expect(fetchTitle('tt0000021')).rejects.toMatchObject({ kind: 'limited' }),
    );
  });

  it('asks nobody without a key', async () => {
    const asked = service.asked.length;
    const source = createOmdb({ baseUrl: service.baseUrl, key: undefined });
    await expect(fetchTitle('tt0000021', source)).rejects.toMatchObject({ kind: 'refused' });
    expect(service.asked.length).toBe(asked);
  });
});

const folder = testData('omdb_recorded');
describe.skipIf(folder === null)('recorded answers of OMDb', () => {
  const recorded = async (id: string, its = key) => {
    const fetched = await service.whileAnswering(omdbFake(folder ?? '', its), () => fetchTitle(id));
    if (fetched === 'unknown') throw new Error(`${id} is unknown`);
    expect([fetched.record, ...fetched.others.titles].flatMap(titleMistakes)).toEqual([]);
    return fetched;
  };

  it('fill a movie, a series and an episode', async () => {
    const movie = await recorded('tt0190332');
    expect(filledIn(movie)).toBe(
      'business countries genres languages metascore picture plot rated rating releaseDate runtime simplePlot title type votes year',
    );
    expect(movie.record).toMatchObject({
      ...{ type: 'M', title: 'Crouching Tiger, Hidden Dragon', year: 2000, releaseDate: '2001-01-12', rated: 'PG-13' },
      ...{ runtime: 120, rating: 7.9, votes: 285_100, metascore: 94, countries: ['TW', 'HK', 'US', 'CN'] },
      ...{ languages: ['cmn', 'zh'], lists: { business: [{ amount: 128_530_421 }] } },
    });
    const series = await recorded('tt0185906');
    expect(filledIn(series)).toBe(
      'countries genres languages picture plot rated rating releaseDate runtime simplePlot title type votes year',
    );
    const { record, others } = series;
    expect(record).toMatchObject({ type: 'S', title: 'Band of Brothers', rating: 9.4, metascore: null });
    expect(others.titles.map(({ title }) => title)).toEqual(expect.arrayContaining(['Currahee', 'Points']));
    expect(others.titles).toHaveLength(10);
    const episode = await recorded('tt1247464');
    expect(episode.record).toMatchObject({ type: 'E', episode: { series: 185906, season: 1, number: 5 }, votes: 9471 });
  });

  it('refuse a wrong key and do not know what OMDb did not', async () => {
    await expect(recorded('tt0190332', 'another')).rejects.toMatchObject({ kind: 'refused' });
    await expect(recorded('tt0596799')).rejects.toThrow('unknown');
  });
});

const details = testData('omdb_movieDetails', 'movieDetails.even.jsonl');
it.skipIf(details === null)('knows every country of a thousand titles', async () => {
  const strange = new Set<string>();
  for await (const line of createInterface(createReadStream(details ?? ''))) {
    const { countries } = JSON.parse(line) as { countries: string[] | null };
    for (const name of countries ?? []) if (countryOf(name) === null) strange.add(name);
  }
  expect([...strange]).toEqual([]);
});

sourceConforms({
  open,
  title: { site: 'imdb', id: 'tt0000021' },
  person: null,
  unknown: { title: { site: 'imdb', id: 'tt0000099' }, person: { site: 'imdb', id: 'nm0000096' } },
  words: 'Tide',
  service,
  secrets: [key],
});
