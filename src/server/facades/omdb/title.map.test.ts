import { describe, expect, it } from 'vitest';
import { actorsOf, awardsOf, bareTitle, crewOf } from './title.fixture.ts';
import { titleOf } from './title.map.ts';

const gross = (amount: number, countryCode: string | null, currency = 'USD') => ({
  ...{ type: 'GROSS' as const, amount, currency, country: null, countryCode, date: null, remarks: null },
});

describe('a title as OMDb tells it', () => {
  it('has everything that is known, in its form', () => {
    const title = bareTitle({
      year: 2010,
      releaseDate: '2010-07-09',
      runtime: 95,
      rated: 'PG',
      rating: 7.6,
      votes: 600_845,
      metascore: 72,
      simplePlot: 'A short plot.',
      plot: 'A long plot.',
      posterUrl: 'https://films.example/tt0000001',
      genres: [{ genre: 'Animation' }, { genre: 'Comedy' }],
      countries: [
        { country: 'Hong Kong SAR China', countryCode: 'HK' },
        { country: 'Bosnia & Herzegovina', countryCode: 'BA' },
      ],
      languages: [
        { language: 'Chinese', languageCode: 'cmn' },
        { language: 'English', languageCode: 'en' },
      ],
      actors: [...actorsOf(['Ann A', 'Bo B', 'Cy C', 'Di D', 'Ed E']), ...actorsOf(['Flo F'], false)],
      crew: [...crewOf('DIRECTOR', ['Gil G', 'Hal H']), ...crewOf('WRITER', ['Ivy I', 'Jo J', 'Ivy I'])],
      awards: awardsOf('Saturn Awards', 1, 2),
      business: [gross(9, 'GB', 'GBP'), gross(100, 'US'), gross(251_683_815, 'US'), gross(900_000_000, null)],
    });
    expect(Object.entries(titleOf(title, false))).toEqual([
      ['Title', 'Orbit Six'],
      ['Year', '2010'],
      ['Rated', 'PG'],
      ['Released', '09 Jul 2010'],
      ['Runtime', '95 min'],
      ['Genre', 'Animation, Comedy'],
      ['Director', 'Gil G, Hal H'],
      ['Writer', 'Ivy I, Jo J'],
      ['Actors', 'Ann A, Bo B, Cy C, Di D'],
      ['Plot', 'A short plot.'],
      ['Language', 'Mandarin, English'],
      ['Country', 'Hong Kong, Bosnia and Herzegovina'],
      ['Awards', '1 win & 2 nominations total'],
      ['Poster', 'https://films.example/tt0000001.jpg?w=342'],
      [
        'Ratings',
        [
          { Source: 'Internet Movie Database', Value: '7.6/10' },
          { Source: 'Metacritic', Value: '72/100' },
        ],
      ],
      ['Metascore', '72'],
      ['imdbRating', '7.6'],
      ['imdbVotes', '600,845'],
      ['imdbID', 'tt0000001'],
      ['Type', 'movie'],
      ['DVD', 'N/A'],
      ['BoxOffice', '$251,683,815'],
      ['Production', 'N/A'],
      ['Website', 'N/A'],
      ['Response', 'True'],
    ]);
    expect(titleOf(title, true).Plot).toBe('A long plot.');
  });

  it.each(['M', 'S', 'E', 'VG'] as const)('of which nothing is known, of type %s, is N/A throughout', (type) => {
    const { Title, imdbID, Type, Ratings, Response, ...others } = titleOf(bareTitle({ type }), false);
    expect([Title, imdbID, Ratings, Response]).toEqual(['Orbit Six', 'tt0000001', [], 'True']);
    expect(Type).toBe({ M: 'movie', S: 'series', E: 'episode', VG: 'game' }[type]);
    expect(new Set(Object.values(others))).toEqual(new Set(['N/A']));
  });

  it('says where an episode stands, and how many seasons a series has', () => {
    const series = { imdbId: 'tt0000009', title: null, season: 0, episode: 12 };
    expect(titleOf(bareTitle({ type: 'E', series, votes: 9_471 }), false)).toMatchObject({
      Season: '0',
      Episode: '12',
      seriesID: 'tt0000009',
      imdbVotes: '9471',
    });
    expect(titleOf(bareTitle({ type: 'S', totalSeasons: 7 }), false)).toMatchObject({ totalSeasons: '7' });
    expect(titleOf(bareTitle({ type: 'S', totalSeasons: 0 }), false)).toMatchObject({ totalSeasons: 'N/A' });
  });

  it('takes the next best where something is missing', () => {
    expect(titleOf(bareTitle({ releaseDate: '1987-05' }), false).Year).toBe('1987');
    expect(titleOf(bareTitle({ plot: 'Only this.' }), false).Plot).toBe('Only this.');
    expect(titleOf(bareTitle({ simplePlot: 'Only this.' }), true).Plot).toBe('Only this.');
    expect(titleOf(bareTitle({ actors: actorsOf(['Flo F'], false) }), false).Actors).toBe('Flo F');
  });

  it('of which not even the name and the type may be published still has its form', () => {
    const hidden = { ...bareTitle(), title: null, type: null } as never;
    expect(titleOf(hidden, false)).toMatchObject({ Title: 'N/A', Type: 'movie' });
  });
});
