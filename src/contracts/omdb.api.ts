import { type Static, Type } from 'typebox';
import { endpoint, undocumented } from './endpoint.ts';
import type { FacadeShape } from './facade.ts';
import { lenientQuery } from './query.ts';

// What clients of OMDb send and read: every value is text, what is not known is N/A, and the keys stand in this order.

const NONE = { examples: ['N/A'] };
const text = (description: string, ...examples: readonly string[]) =>
  Type.String({ description, ...(examples.length > 0 && { examples: [...examples] }) });
const listed = (description: string) => text(`${description}, joined with a comma and a space.`);

const Response = { Response: Type.Literal('True') };

const Rating = Type.Object(
  { Source: Type.Enum(['Internet Movie Database', 'Metacritic']), Value: text('', '7.6/10', '72/100') },
  { $id: 'OmdbRating' },
);

const until = {
  Title: Type.String(),
  Year: text('Of a series the years from and to.', '2010', '2004–2009', '2008–'),
  Rated: Type.String(NONE),
  Released: text('A whole day; N/A where only the month or the year is known.', '09 Jul 2010'),
};
const between = {
  Runtime: text('', '95 min'),
  Genre: listed('Genres'),
  Director: listed('Directors'),
  Writer: listed('Writers'),
  Actors: listed('The first main actors'),
  Plot: text('The short one, or with `plot=full` the long one.'),
  Language: listed('Languages by name'),
  Country: listed('Countries by name'),
  Awards: text('', 'Won 2 Oscars. 5 wins & 3 nominations total'),
  Poster: text('The whole address of a JPEG.'),
  Ratings: Type.Array(Rating),
  Metascore: text('', '72'),
  imdbRating: text('', '7.6'),
  imdbVotes: text('', '600,845'),
  imdbID: Type.String(),
};

export const OmdbFilm = Type.Object(
  {
    ...until,
    ...between,
    Type: Type.Enum(['movie', 'game']),
    DVD: Type.Literal('N/A'),
    BoxOffice: text('What it grossed in the United States.', '$251,683,815'),
    Production: Type.Literal('N/A'),
    Website: Type.Literal('N/A'),
    ...Response,
  },
  { $id: 'OmdbFilm' },
);

export const OmdbSeries = Type.Object(
  { ...until, ...between, Type: Type.Literal('series'), totalSeasons: Type.String(NONE), ...Response },
  { $id: 'OmdbSeries' },
);

export const OmdbEpisode = Type.Object(
  {
    ...until,
    Season: Type.String(NONE),
    Episode: Type.String(NONE),
    ...between,
    seriesID: Type.String(NONE),
    Type: Type.Literal('episode'),
    ...Response,
  },
  { $id: 'OmdbEpisode' },
);

export const OmdbSeason = Type.Object(
  {
    Title: Type.String(),
    Season: Type.String(),
    totalSeasons: Type.String(NONE),
    Episodes: Type.Array(
      Type.Object({
        Title: Type.String(),
        Released: text('', '2001-09-09', 'N/A'),
        Episode: Type.String(),
        imdbRating: Type.String(NONE),
        imdbID: Type.String(),
      }),
    ),
    ...Response,
  },
  { $id: 'OmdbSeason' },
);

export const OmdbSearch = Type.Object(
  {
    Search: Type.Array(
      Type.Object({
        Title: Type.String(),
        Year: Type.String(),
        imdbID: Type.String(),
        Type: Type.Enum(['movie', 'series', 'episode', 'game']),
        Poster: Type.String(NONE),
      }),
    ),
    totalResults: text('Counted up to 10,000; the header X-Total-Relation says where there are more.'),
    ...Response,
  },
  { $id: 'OmdbSearch' },
);

/** A failure of the kind `Response: "False"`. */
export const OmdbFailed = Type.Object({ Response: Type.Literal('False'), Error: Type.String() }, { $id: 'OmdbFailed' });

export const OMDB_TYPES = ['movie', 'series', 'episode', 'game'] as const;
export type OmdbType = (typeof OMDB_TYPES)[number];

/** As long as in the data API. */
const words = (description: string) => Type.Optional(Type.String({ maxLength: 200, description }));
/** What has other values than those that are known means the first of them. */
const any = (description: string) => Type.Optional(Type.String({ description }));

const omdbQuery = lenientQuery({
  i: words('The IMDb id of a title. It wins over `t` and `s`.'),
  t: words('A title: the best match is answered.'),
  s: words('Words to look for: a list of titles is answered.'),
  type: words(`Only titles of this type: ${OMDB_TYPES.join(', ')}.`),
  y: words('Only titles of this year.'),
  plot: any('`full` for the long plot.'),
  r: any('`xml` for XML; JSON when not said.'),
  Season: words('The season of the series that `i` or `t` names.'),
  Episode: words('The episode of that season.'),
  page: words('With `s`: ten titles a page, from 1.'),
  language: words('Not known to OMDb: a language tag like de or pt-BR, to have titles as they are called there.'),
  callback: words('The function that a script (JSONP) calls.'),
  v: any('Accepted and not used.'),
  tomatoes: any('Accepted and not used.'),
});
const told = { told: { parameter: 'language', byHeader: false } } as const;
export type OmdbQuery = Static<typeof omdbQuery>;

export const omdb = endpoint({
  name: 'omdb',
  method: 'GET',
  path: '/omdb/',
  access: 'token',
  tag: 'OMDb',
  summary: 'A title, a season, an episode, or a search',
  description:
    'One of `i`, `t` and `s` has to be there. Names of parameters count in any case, and others are ignored. What is not found, and what cannot be read, is an answer too, with status 200, `Response` `False` and the text in `Error`.',
  ...told,
  query: omdbQuery,
  reply: Type.Union([OmdbFilm, OmdbSeries, OmdbEpisode, OmdbSeason, OmdbSearch, OmdbFailed]),
  bare: ['application/json', 'text/xml', 'text/javascript'],
  counted: true,
  errors: ['malformed_id', 'title_unknown', 'season_unknown', 'episode_unknown'],
  example: { query: { i: 'tt0068646' } },
});

/** The same where a client leaves the last slash away. */
export const omdbBare = undocumented({ method: 'GET', path: '/omdb', access: 'token', ...told, query: omdbQuery });

export const OMDB: FacadeShape = {
  name: 'omdb',
  title: 'OMDb',
  document: '/omdb/openapi.json',
  docs: '/docs/omdb',
  setting: 'FACADE_OMDB',
  endpoints: [omdb],
};
