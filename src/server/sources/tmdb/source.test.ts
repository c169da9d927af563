import { describe, expect, it } from 'vitest';
import { crewRole } from '#contracts/crew.ts';
import { startService } from '#test/support/fake-service.ts';
import { filledIn } from '#test/support/filled.ts';
import { sourceConforms } from '#test/support/source-conformance.ts';
import { testData } from '#test/support/test-data.ts';
import { tmdbFake } from '#test/support/tmdb-fake.ts';
import { titleMistakes } from '#test/support/told-mistakes.ts';
import { TMDB_ANSWERS } from './answers.fixture.ts';
import { createTmdb } from './source.ts';

const token = 'a-token-that-nobody-sees';
const service = await startService(
  Object.fromEntries(Object.entries(TMDB_ANSWERS).map(([path, answer]) => [path, JSON.stringify(answer)])),
);
const open = () => createTmdb({ baseUrl: service.baseUrl, token });
const { signal } = new AbortController();
const fetchTitle = async (id: string, source = open()) => {
  const fetched = await source.fetchTitle({ site: 'imdb', id }, { signal });
  if (fetched === 'unknown') throw new Error(`${id} is unknown`);
  return fetched;
};

const blank = { characters: null, job: null, remark: null };

describe('TMDB as a source', () => {
  it('tells of a movie', async () => {
    const { record, picture, others, left } = await fetchTitle('tt0000011');
    expect(record).toEqual({
      ...{ id: 11, type: 'M', title: 'Mill', originalTitle: 'Moulin', year: 1931, releaseDate: '1931-03-05' },
      ...{ runtime: 88, adult: false, rated: 'R', simplePlot: 'A miller counts.', plot: 'A miller counts.' },
      ...{ genres: ['Sci-Fi', 'Drama'], countries: ['FR'], languages: ['fr', 'yue'] },
      akas: [
        {
          ordering: 1,
          title: 'Die Mühle',
          region: 'DE',
          language: null,
          types: null,
          attributes: null,
          original: false,
        },
        expect.objectContaining({ ordering: 2, title: 'The Mill', region: 'US', attributes: ['working title'] }),
      ],
      credits: [
        { ...blank, role: 0, ordering: 1, person: 1, main: true, characters: ['Ann'] },
        {
          ...blank,
          role: 0,
          ordering: 2,
          person: 3,
          main: false,
          characters: ['Bo', 'Ox'],
          remark: 'voice, uncredited',
        },
        { ...blank, role: crewRole('DIRECTOR'), ordering: 1, person: 2, main: false, job: 'Director' },
        { ...blank, role: crewRole('WRITER'), ordering: 1, person: 2, main: false, job: 'Story, Screenplay' },
        { ...blank, role: crewRole('WRITER'), ordering: 2, person: 1, main: false, job: 'Idea' },
        { ...blank, role: crewRole('MISCELLANEOUS'), ordering: 1, person: 3, main: false, job: 'Owl' },
      ],
      lists: {
        business: [expect.objectContaining({ type: 'BUDGET', amount: 1000, currency: 'USD' })],
        keywords: [{ keywords: 'mill' }],
        trailers: [
          { name: 'Trailer', trailersQualities: [{ quality: 720, urlVideo: 'https://www.youtube.com/watch?v=a_B-1' }] },
          { name: 'Teaser', trailersQualities: [{ quality: 1080, urlVideo: 'https://vimeo.com/9' }] },
        ],
        'similar-movies': [{ title: 'Harbour', imdbId: 'tt0000012' }],
      },
      ids: [
        { site: 'tmdb', id: '11' },
        { site: 'wikidata', id: 'Q11' },
      ],
    });
    expect(picture).toBe('https://image.tmdb.org/t/p/original/mill.jpg');
    expect(others.people.map(({ id, name }) => [id, name])).toEqual([
      [1, 'Ada Roth'],
      [3, 'Cy Lund'],
      [2, 'Ben Oak'],
    ]);
    expect(left).toEqual(['TMDB has no IMDb id for 1 of those credited: Nobody Known']);
  });

  it('tells of a series with those of its episodes that IMDb has', async () => {
    const { record, others, left } = await fetchTitle('tt0000021');
    expect(record).toMatchObject({
      ...{ type: 'S', title: 'Tide', year: 2001, endYear: 2003, runtime: 45, rated: 'TV-MA', plot: null },
      ...{ genres: ['Sci-Fi', 'Fantasy'], countries: ['US'], languages: ['en'] },
      credits: [
        { role: 0, person: 1, characters: ['Ann', 'Ann, older'], remark: '2 episodes' },
        { role: crewRole('WRITER'), person: 2, job: 'created by' },
        { role: crewRole('CAMERA_DEPARTMENT'), person: 3, job: 'Grip, Loader' },
      ],
      ids: [
        { site: 'tmdb', id: '21' },
        { site: 'tvdb', id: '7' },
      ],
    });
    expect(others.titles).toMatchObject([
      { id: 22, type: 'E', title: 'Ebb', releaseDate: '2001-05-06', episode: { series: 21, season: 1, number: 1 } },
    ]);
    expect(left).toEqual(['TMDB has no IMDb id for 1 of 2 episodes']);
  });

  it('tells of an episode with its guests', async () => {
    const { record } = await fetchTitle('tt0000022');
    expect(record).toMatchObject({
      ...{ type: 'E', title: 'Ebb', plot: 'Water falls.', episode: { series: 21, season: 1, number: 1 } },
      credits: [
        { role: 0, person: 3, main: false, characters: ['Guest'] },
        { role: crewRole('DIRECTOR'), person: 2 },
      ],
    });
  });

  it('tells of a person', async () => {
    expect(await open().fetchPerson({ site: 'imdb', id: 'nm0000001' }, { signal })).toMatchObject({
      record: {
        ...{ id: 1, name: 'Ada Roth', birthDate: '1901-02-03', birthPlace: 'Lyon, France', deathDate: null },
        ...{ professions: ['actress'], biography: 'Acts.', lists: { alternative: [{ alternateName: 'Ada R.' }] } },
      },
      picture: 'https://image.tmdb.org/t/p/original/ada.jpg',
    });
  });

  it('asks nobody without a token', async () => {
    const asked = service.asked.length;
    const source = createTmdb({ baseUrl: service.baseUrl, token: undefined });
    await expect(fetchTitle('tt0000011', source)).rejects.toMatchObject({ kind: 'refused' });
    expect(service.asked.length).toBe(asked);
  });

  it.each([
    [7, 'refused'],
    [25, 'limited'],
    [46, 'unavailable'],
  ])('fails as its body says, whatever the status: %i', async (code, kind) => {
    const body = JSON.stringify({ success: false, status_code: code, status_message: 'x' });
    await service.whileAnswering(
      (_, response) => response.end(body),
      () => expect(fetchTitle('tt0000011')).rejects.toMatchObject({ kind }),
    );
  });

  it('tells nothing where the limit is reached in the middle, and asks on from there', async () => {
    const source = open();
    let left = 4;
    await service.whileAnswering(
      ({ url = '' }, response) => {
        left -= 1;
        if (left < 0) response.writeHead(429).end();
        else response.end(JSON.stringify(TMDB_ANSWERS[url]));
      },
      () => expect(fetchTitle('tt0000011', source)).rejects.toMatchObject({ kind: 'limited' }),
    );
    const asked = service.asked.length;
    const { record } = await fetchTitle('tt0000011', source);
    expect(record).toEqual((await fetchTitle('tt0000011')).record);
    const again = service.asked.slice(asked);
    const onwards = again.slice(
      0,
      again.findIndex((one) => one.includes('/find/')),
    );
    expect(onwards.length).toBeGreaterThan(0);
    expect(onwards.filter((one) => /find|movie.11/.test(one))).toEqual([]);
  });
});

const folders = [testData('tmdb_php-tmdb'), testData('tmdb_adamayoung')].filter((folder) => folder !== null);
describe.skipIf(folders.length === 0)('recorded answers of TMDB', () => {
  const recorded = async (id: string) => {
    const fetched = await service.whileAnswering(tmdbFake(folders.slice(0, 1)), () => fetchTitle(id));
    expect([fetched.record, ...fetched.others.titles].flatMap(titleMistakes)).toEqual([]);
    return fetched;
  };

  it('fill of Riddick all that the sources table names', async () => {
    const fetched = await recorded('tt1411250');
    expect(filledIn(fetched)).toBe(
      'akas business countries credits genres ids keywords languages originalTitle picture plot rated releaseDate runtime similar-movies simplePlot title trailers type year',
    );
    const { record, picture, left } = fetched;
    expect(record).toMatchObject({
      ...{ id: 1411250, type: 'M', title: 'Riddick', year: 2013, releaseDate: '2013-09-06', runtime: 119, rated: 'R' },
      ...{ genres: ['Action', 'Sci-Fi', 'Thriller'], countries: ['US'], languages: ['en'] },
    });
    expect(record.plot).toMatch(/^Betrayed/);
    expect(record.akas).toHaveLength(14);
    const { business, keywords, trailers, 'similar-movies': similar } = record.lists ?? {};
    expect([business, keywords, trailers, similar].map((list) => list?.length)).toEqual([2, 4, 2, 12]);
    expect(record.credits?.filter(({ role }) => role === 0)).toHaveLength(11);
    expect(record.credits?.filter(({ role }) => role > 0).flatMap(({ job }) => job?.split(', ') ?? [])).toHaveLength(
      14,
    );
    expect([picture, left]).toEqual(['https://image.tmdb.org/t/p/original/1NfhdnQAEqcBRCulEhOFSkRrrLv.jpg', []]);
  });

  it('fill Breaking Bad with the episodes of the recorded season', async () => {
    const fetched = await recorded('tt0903747');
    const { record, others } = fetched;
    // The recording has no keywords, videos, recommendations or other titles.
    expect(filledIn(fetched)).toBe(
      'countries credits endYear genres ids languages originalTitle picture plot rated releaseDate runtime simplePlot title type year',
    );
    expect(filledIn({ ...fetched, record: others.titles[0] ?? record })).toBe(
      'episode picture plot releaseDate simplePlot title type year',
    );
    expect(record).toMatchObject({ type: 'S', title: 'Breaking Bad', year: 2008, endYear: 2013, rated: 'TV-MA' });
    expect(others.titles).toHaveLength(13);
    expect(others.titles[0]).toMatchObject({ title: 'Seven Thirty-Seven', releaseDate: '2009-03-08' });
  });

  it('fill Gary Sinise, who lives', async () => {
    const fetched = await service.whileAnswering(tmdbFake(folders), () =>
      open().fetchPerson({ site: 'imdb', id: 'nm0000641' }, { signal }),
    );
    if (fetched === 'unknown') throw new Error('unknown');
    expect(fetched).toMatchObject({ record: { birthDate: '1955-03-17', deathDate: null } });
    expect(filledIn(fetched)).toBe('biography birthDate birthPlace ids name picture');
  });
});

sourceConforms({
  open,
  title: { site: 'imdb', id: 'tt0000011' },
  person: { site: 'imdb', id: 'nm0000001' },
  unknown: { title: { site: 'imdb', id: 'tt0000099' }, person: { site: 'imdb', id: 'nm0000096' } },
  words: 'Mill',
  service,
  secrets: [token],
});
