/** The seven files of IMDb's non-commercial datasets and the columns that are read from each, in the mapping's order. */
export const IMDB_FILES = {
  'title.basics': [
    'tconst',
    'titleType',
    'primaryTitle',
    'originalTitle',
    'isAdult',
    'startYear',
    'endYear',
    'runtimeMinutes',
    'genres',
  ],
  'title.ratings': ['tconst', 'averageRating', 'numVotes'],
  'title.episode': ['tconst', 'parentTconst', 'seasonNumber', 'episodeNumber'],
  'title.akas': ['titleId', 'ordering', 'title', 'region', 'language', 'types', 'attributes', 'isOriginalTitle'],
  'name.basics': ['nconst', 'primaryName', 'birthYear', 'deathYear', 'primaryProfession', 'knownForTitles'],
  'title.crew': ['tconst', 'directors', 'writers'],
  'title.principals': ['tconst', 'ordering', 'nconst', 'category', 'job', 'characters'],
} as const;

export type ImdbFile = keyof typeof IMDB_FILES;

export const IMDB_FILE_NAMES = Object.keys(IMDB_FILES) as ImdbFile[];

/** What stands for null in a cell. */
export const NULL = '\\N';

/** What joins the values of an aka's types and attributes. */
export const LIST_BYTE = '\u0002';

/** titleType to the catalogue's type. */
export const TYPE_OF: Readonly<Record<string, string>> = {
  movie: 'M',
  tvSeries: 'S',
  tvMiniSeries: 'TVMS',
  tvEpisode: 'E',
  tvMovie: 'TVM',
  tvPilot: 'TVM',
  tvSpecial: 'TVS',
  short: 'SH',
  tvShort: 'SH',
  video: 'V',
  videoGame: 'VG',
};

/** The orderings of people whom only title.crew names begin after this; those of title.principals lie below it. */
export const CREW_ORDERING = 1000;

/** Where IMDb gives its files: gigabytes, without an index. */
export const IMDB_ITSELF = 'https://datasets.imdbws.com';
