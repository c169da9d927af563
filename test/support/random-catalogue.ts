import fc from 'fast-check';

/** Small catalogues and small sets of files over the same few ids, so that they meet in every way. */

export const TITLES = [1, 2, 3, 4, 5] as const;
export const PEOPLE = [1, 2, 3] as const;

const id = fc.constantFrom(...TITLES);
const person = fc.constantFrom(...PEOPLE, 9);
const word = fc.constantFrom('Ash', 'Birch', 'Elm');
const maybe = <T>(of: fc.Arbitrary<T>) => fc.option(of, { nil: null });
const year = fc.constantFrom(1950, 1951, 1952);
const genres = fc.subarray(['Drama', 'War']);
const date = fc.constantFrom('1950', '1951', '1950-03', '1950-03-04');
const source = fc.constantFrom('sample', 'sample', 'imdb-datasets', 'tmdb');

const basics = {
  type: fc.constantFrom('M', 'S', 'E'),
  title: word,
  originalTitle: maybe(word),
  year: maybe(year),
  endYear: maybe(year),
  runtime: maybe(fc.constantFrom(40, 90)),
  adult: fc.boolean(),
  genres,
};
const rated = { rating: fc.constantFrom(5, 7.4), votes: fc.constantFrom(10, 20) };
const named = {
  name: word,
  professions: fc.subarray(['actor', 'writer']),
  knownFor: fc.subarray([...TITLES]),
};

const origins = (parts: readonly string[]) =>
  fc.uniqueArray(
    fc
      .record({ part: fc.constantFrom(...parts), source, locked: fc.constantFrom(false, false, true) })
      .map((origin) => (origin.locked ? { ...origin, source: 'editor' } : origin)),
    { selector: ({ part }) => part, maxLength: 4 },
  );

const recordSource = fc.constantFrom('sample', 'sample', 'imdb-datasets', 'imdb-datasets', 'tmdb', 'tmdb', 'editor');
const title = fc.record({
  ...basics,
  rating: maybe(rated.rating),
  votes: maybe(rated.votes),
  plot: maybe(word),
  countries: fc.subarray(['FR']),
  source: recordSource,
  goofs: fc.boolean(),
  origins: origins([
    'type',
    'title',
    'year',
    'runtime',
    'genres',
    'rating',
    'votes',
    'plot',
    'goofs',
    'akas',
    'actors',
    'crew',
    'season',
    'place',
  ]),
});
type Seeded = { readonly id: number } & (typeof title extends fc.Arbitrary<infer T> ? T : never);
const seededPerson = fc.record({
  ...named,
  birthDate: maybe(date),
  deathDate: maybe(date),
  birthPlace: maybe(word),
  source: recordSource,
  origins: origins(['name', 'birthdate', 'dateOfDead', 'professions', 'knownFor', 'placeOfBirth']),
});

const aka = fc.record({ id, ordering: fc.integer({ min: 1, max: 2 }), title: word });
const akas = fc.uniqueArray(aka, { selector: (row) => `${row.id} ${row.ordering}`, maxLength: 5 });
const credits = (of: { readonly role: fc.Arbitrary<number>; readonly ordering: fc.Arbitrary<number> }) =>
  fc.uniqueArray(fc.record({ id, person, ...of }), {
    selector: (row) => `${row.id} ${row.ordering}`,
    maxLength: 6,
  });
const role = fc.constantFrom(0, 0, 1, 2, 4);
/** A title is a series or an episode, not both. */
const episodes = fc.uniqueArray(
  fc.record({
    id: fc.constantFrom(3, 4, 5),
    series: fc.constantFrom(1, 2),
    season: maybe(fc.constantFrom(1, 2)),
    number: maybe(fc.constantFrom(1, 2)),
  }),
  { selector: (row) => row.id, maxLength: 4 },
);

const some = <Id extends number, T>(ids: readonly Id[], of: fc.Arbitrary<T>) =>
  fc
    .tuple(
      ...ids.map((one) =>
        fc.option(
          of.map((value) => ({ id: one as number, ...value })),
          { nil: null },
        ),
      ),
    )
    .map((all) => all.filter((one) => one !== null));

/** Only series have an origin of their list of episodes, which is never locked, and only an editor's place has one of its own. */
const withOrigins = (titles: readonly Seeded[]): readonly Seeded[] =>
  titles.map((one) => ({
    ...one,
    origins: one.origins
      .filter(({ part, locked }) =>
        one.id <= 2 ? part !== 'place' && !(part === 'season' && locked) : part !== 'season',
      )
      .map((origin) => (origin.part === 'place' ? { ...origin, source: 'editor' } : origin)),
  }));

export const catalogues = fc.record({
  titles: some(TITLES, title).map(withOrigins),
  people: some(PEOPLE, seededPerson),
  akas,
  credits: credits({ role, ordering: fc.integer({ min: 1, max: 3 }) }),
  episodes,
  merged: fc.subarray([4, 5], { maxLength: 1 }),
});
export type Catalogue = typeof catalogues extends fc.Arbitrary<infer T> ? T : never;

const file = <T>(of: fc.Arbitrary<T>) => fc.option(of, { nil: undefined, freq: 4 });

/** Files as what stands in them; the two of credits come together, for what one of them leaves open the other settles. */
export const sets = fc.record({
  titles: file(some(TITLES, fc.record(basics))),
  ratings: file(some(TITLES, fc.record(rated))),
  people: file(
    some(PEOPLE, fc.record({ ...named, birthDate: maybe(year.map(String)), deathDate: maybe(year.map(String)) })),
  ),
  akas: file(akas),
  episodes: file(episodes),
  credits: file(
    fc.record({
      principals: credits({ role, ordering: fc.integer({ min: 1, max: 3 }) }),
      crew: fc.uniqueArray(fc.record({ id, role: fc.constantFrom(1, 2), person }), {
        selector: (row) => `${row.id} ${row.role} ${row.person}`,
        maxLength: 4,
      }),
    }),
  ),
});
export type FileSet = typeof sets extends fc.Arbitrary<infer T> ? T : never;
