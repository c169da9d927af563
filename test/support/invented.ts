import type { PersonRecord, Records, TitleRecord } from '#server/sources/source.ts';

/** An invented title; what is not said is empty. */
export const inventedTitle = (id: number, more: Partial<TitleRecord> = {}): TitleRecord => ({
  id,
  type: 'M',
  title: `Title ${id}`,
  originalTitle: null,
  year: null,
  endYear: null,
  runtime: null,
  adult: false,
  releaseDate: null,
  rated: null,
  rating: null,
  votes: null,
  metascore: null,
  simplePlot: null,
  plot: null,
  genres: [],
  countries: [],
  languages: [],
  poster: null,
  akas: [],
  credits: [],
  lists: {},
  episode: null,
  tmdbId: null,
  ...more,
});

/** An invented person; what is not said is empty. */
export const inventedPerson = (id: number, more: Partial<PersonRecord> = {}): PersonRecord => ({
  id,
  name: `Person ${id}`,
  birthName: null,
  birthDate: null,
  birthPlace: null,
  deathDate: null,
  deathPlace: null,
  height: null,
  professions: [],
  knownFor: [],
  biography: null,
  photo: null,
  lists: {},
  ...more,
});

const credit = (role: number, ordering: number, person: number, more: object = {}) => ({
  role, ordering, person, main: false, characters: null, job: null, remark: null, ...more,
});

/** A small catalogue with a series, a film with every kind of part, an adult title, and people. */
export const INVENTED: Records = {
  titles: [
    inventedTitle(1, {
      title: 'The Glass Harbour', originalTitle: 'Der gläserne Hafen', year: 1954, runtime: 96, releaseDate: '1954-05', rating: 8.7, votes: 1200,
      genres: ['Drama', 'Mystery'], countries: ['DE', 'XWG'], languages: ['de'], poster: 'drawn',
      akas: [
        { ordering: 1, title: 'Lasisatama', region: 'FI', language: 'fi', types: ['imdbDisplay'], attributes: null, original: false },
        { ordering: 2, title: 'Der gläserne Hafen', region: null, language: null, types: ['original'], attributes: null, original: true },
        { ordering: 3, title: 'Glass', region: 'XWW', language: 'qbp', types: ['working', 'tv'], attributes: ['short title', 'informal'], original: false },
      ],
      credits: [
        credit(0, 1, 11, { main: true, characters: ['Anna', 'The Stranger'] }),
        credit(0, 2, 12, { characters: null }),
        credit(0, 3, 11, { remark: 'archive footage' }),
        credit(1, 1, 12),
        credit(2, 1, 11, { job: 'screenplay' }),
        credit(29, 1, 12),
      ],
      lists: {
        goofs: [{ type: 'CONTINUITY', goof: 'The lamp moves.' }],
        'similar-movies': [{ imdbId: 'tt0000003', title: 'old words' }, { imdbId: 'tt0000002', title: 'The Long Tide' }],
        photos: [{ width: 1000, height: 667, caption: 'The quay' }],
        trivias: Array.from({ length: 45 }, (_, n) => ({ trivia: `Fact ${n + 1}` })),
      },
    }),
    inventedTitle(2, { type: 'S', title: 'The Long Tide', year: 2001, endYear: 2003, tmdbId: 77 }),
    inventedTitle(3, { title: 'Behind Doors', adult: true }),
    inventedTitle(21, { type: 'E', title: 'One', year: 2001, releaseDate: '2001-03-04', plot: 'It begins.', episode: { series: 2, season: 1, number: 1 } }),
    inventedTitle(22, { type: 'E', title: 'Two', year: 2001, episode: { series: 2, season: 1, number: 2 } }),
    inventedTitle(23, { type: 'E', title: 'Three', year: 2003, episode: { series: 2, season: 3, number: 1 } }),
    inventedTitle(24, { type: 'E', title: 'Special', year: 2003, episode: { series: 2, season: 0, number: 0 } }),
    inventedTitle(25, { type: 'E', title: 'Lost', episode: { series: 2, season: null, number: null } }),
    inventedTitle(12_345_678, { title: 'Eight Digits' }),
  ],
  people: [
    inventedPerson(11, { name: 'Mara Lind', birthDate: '1920-03-21', deathDate: '1999', professions: ['actress', 'writer'], knownFor: [1], height: 170, photo: 'drawn',
      lists: { nicknames: [{ nickname: 'Mo' }], marriages: [{ name: 'Jan Holt', imdbId: 'nm0000012', status: 'divorced', dateFrom: '1945', dateTo: null, childrens: 2 }] } }),
    inventedPerson(12, { name: 'Jan Holt', birthDate: '1911', professions: ['director'] }),
  ],
};
