import type { Title } from '#contracts/catalog.ts';

/** A title of which nothing is known but its name. */
export const bareTitle = (more: Partial<Title> = {}): Title => ({
  imdbId: 'tt0000001',
  imdbUrl: 'https://www.imdb.com/title/tt0000001/',
  title: 'Orbit Six',
  originalTitle: null,
  year: null,
  endYear: null,
  runtime: null,
  releaseDate: null,
  metascore: null,
  rated: null,
  rating: null,
  votes: null,
  type: 'M',
  adult: false,
  insertDate: '2026-11-21T08:00:00.000Z',
  lastUpdate: '2026-11-21T08:00:00.000Z',
  simplePlot: null,
  plot: null,
  posterUrl: null,
  totalSeasons: null,
  yearSeasons: null,
  series: null,
  ...more,
});

const person = (name: string) => ({ imdbId: 'nm0000001', name, photoUrl: null });

export const actorsOf = (names: readonly string[], main = true): NonNullable<Title['actors']> =>
  names.map((name, at) => ({
    ...{ name: person(name), main, character: null, characters: [], ordering: at + 1, remark: null },
  }));

export const crewOf = (type: 'DIRECTOR' | 'WRITER', names: readonly string[]): NonNullable<Title['crew']> =>
  names.map((name, at) => ({ type, name: person(name), job: null, ordering: at + 1 }));

export const awardsOf = (award: string, won: number, nominated: number): NonNullable<Title['awards']> => [
  ...Array.from({ length: won }, () => ({ award, outcome: 'WON' as const, year: null, category: null, names: [] })),
  ...Array.from({ length: nominated }, () => ({
    ...{ award, outcome: 'NOMINATED' as const, year: null, category: null, names: [] },
  })),
];
