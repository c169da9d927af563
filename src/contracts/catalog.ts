import { type Static, Type } from 'typebox';
import { CREW_TYPES } from './crew.ts';
import { ImdbId, Moment, NameId, PartialDate, TitleId } from './ids.ts';
import { maybe } from './maybe.ts';

/** M movie, S series, TVMS mini-series, E episode, TVM TV movie, TVS TV special, SH short, V video, VG video game. */
export const TITLE_TYPES = ['M', 'S', 'TVMS', 'E', 'TVM', 'TVS', 'SH', 'V', 'VG'] as const;
export type TitleType = (typeof TITLE_TYPES)[number];
export const TitleTypeSchema = Type.Enum([...TITLE_TYPES], { description: 'S and TVMS are series.' });

const Url = Type.String({ format: 'uri' });
/** Where IMDb has a record. */
export const ImdbUrl = maybe(
  Type.String({
    format: 'uri',
    description: 'null for an id of ten digits: IMDb gives none, records made here have them.',
  }),
);

export const Aka = Type.Object(
  {
    title: Type.String(),
    comment: maybe(Type.String({ description: 'Attributes; where there are none, the types.' })),
    country: maybe(Type.String()),
    countryCode: maybe(Type.String()),
    language: maybe(Type.String()),
    languageCode: maybe(Type.String()),
    original: Type.Boolean(),
    ordering: Type.Integer(),
  },
  { $id: 'Aka' },
);

const PersonRef = Type.Object({ imdbId: NameId, name: Type.String(), photoUrl: maybe(Url) }, { $id: 'PersonRef' });

export const Actor = Type.Object(
  {
    name: PersonRef,
    main: Type.Boolean(),
    character: maybe(Type.String({ description: "The characters joined with ' / '." })),
    characters: Type.Array(Type.String()),
    ordering: Type.Integer(),
    remark: maybe(Type.String({ description: 'For instance archive footage.' })),
  },
  { $id: 'Actor' },
);

const CrewMember = Type.Object(
  { type: Type.Enum([...CREW_TYPES]), name: PersonRef, job: maybe(Type.String()), ordering: Type.Integer() },
  { $id: 'CrewMember' },
);

export const Award = Type.Object(
  {
    award: Type.String(),
    year: maybe(Type.Integer()),
    category: maybe(Type.String()),
    outcome: Type.Enum(['WON', 'NOMINATED']),
    names: Type.Array(Type.String()),
  },
  { $id: 'Award' },
);

export const Business = Type.Object(
  {
    type: Type.Enum(['BUDGET', 'OPENING', 'GROSS']),
    amount: Type.Integer({ minimum: 0 }),
    currency: Type.String({ pattern: '^[A-Z]{3}$', 'x-form': 'must be three capital letters, such as EUR' }),
    country: maybe(Type.String()),
    countryCode: maybe(Type.String()),
    date: maybe(PartialDate),
    remarks: maybe(Type.String()),
  },
  { $id: 'Business' },
);

export const Country = Type.Object({ country: Type.String(), countryCode: Type.String() }, { $id: 'Country' });
export const Language = Type.Object({ language: Type.String(), languageCode: Type.String() }, { $id: 'Language' });
const Genre = Type.Object({ genre: Type.String() }, { $id: 'Genre' });
const Keyword = Type.Object({ keywords: Type.String() }, { $id: 'Keyword' });
const Goof = Type.Object({ type: Type.String(), goof: Type.String() }, { $id: 'Goof' });
export const Location = Type.Object({ location: Type.String(), remarks: maybe(Type.String()) }, { $id: 'Location' });
export const Quote = Type.Object(
  { imdbId: maybe(ImdbId), quote: Type.String(), type: maybe(Type.String()) },
  { $id: 'Quote' },
);
const SimilarMovie = Type.Object({ title: Type.String(), imdbId: TitleId }, { $id: 'SimilarMovie' });
export const Technical = Type.Object({ type: Type.String(), value: Type.String() }, { $id: 'Technical' });
export const Trivia = Type.Object({ trivia: Type.String() }, { $id: 'Trivia' });
/** Where a text comes from that others have written: what its licence asks to be shown beside it. */
const TEXT_ORIGIN = {
  languageCode: Type.String({ description: 'The language it is written in: de, pt-BR.' }),
  page: maybe(Type.String({ description: 'The page that it is of.' })),
  revision: maybe(Type.Integer({ minimum: 0, description: 'The version of the page.' })),
  pageUrl: maybe(
    Type.String({ pattern: '^https://', maxLength: 1000, 'x-form': 'must be an address that begins with https://' }),
  ),
  licence: maybe(Type.String()),
  shortened: Type.Boolean({ description: 'Whether the page says more.' }),
};
export const TextOrigin = Type.Object(TEXT_ORIGIN, {
  $id: 'TextOrigin',
  description: "Where a text comes from that stands in the place of the catalogue's own, in the language asked for.",
});
export const Plot = Type.Object({ plot: Type.String(), ...TEXT_ORIGIN }, { $id: 'Plot' });
export const Biography = Type.Object({ biography: Type.String(), ...TEXT_ORIGIN }, { $id: 'Biography' });
export const Photo = Type.Object(
  { url: Url, width: Type.Integer(), height: Type.Integer(), caption: maybe(Type.String()) },
  { $id: 'Photo' },
);
export const Trailer = Type.Object(
  {
    name: Type.String(),
    trailersQualities: Type.Array(Type.Object({ quality: maybe(Type.Integer()), urlVideo: Url })),
  },
  { $id: 'Trailer' },
);

export const SeasonEpisode = Type.Object(
  {
    episode: maybe(Type.Integer()),
    season: maybe(Type.Integer()),
    imdbId: TitleId,
    title: Type.String(),
    date: maybe(PartialDate),
    year: maybe(Type.Integer()),
    runtime: maybe(Type.Integer({ description: 'Minutes.' })),
    plot: maybe(Type.String()),
    plotFrom: Type.Optional(TextOrigin),
    rating: maybe(Type.Number()),
    votes: maybe(Type.Integer()),
    posterUrl: maybe(Url),
  },
  { $id: 'SeasonEpisode' },
);
export const Season = Type.Object(
  {
    numSeason: maybe(
      Type.Integer({ description: 'null: episodes without a season, or those of a year that holds several seasons.' }),
    ),
    year: maybe(Type.Integer({ description: 'The year of its first episode.' })),
    episodes: Type.Array(SeasonEpisode),
  },
  { $id: 'Season' },
);

/** The parts of a title: the name in the address, the key in the record, and the shape of one item. */
export const TITLE_PARTS = {
  akas: ['akas', Aka],
  actors: ['actors', Actor],
  awards: ['awards', Award],
  business: ['business', Business],
  countries: ['countries', Country],
  crew: ['crew', CrewMember],
  genres: ['genres', Genre],
  goofs: ['goofs', Goof],
  keywords: ['keywords', Keyword],
  languages: ['languages', Language],
  locations: ['locations', Location],
  photos: ['photos', Photo],
  plots: ['plots', Plot],
  quotes: ['quotes', Quote],
  'similar-movies': ['similarMovies', SimilarMovie],
  technicals: ['technicals', Technical],
  trailers: ['trailers', Trailer],
  trivias: ['trivias', Trivia],
  season: ['seasons', Season],
} as const;
export type TitlePart = keyof typeof TITLE_PARTS;
export const TITLE_PART_NAMES = Object.keys(TITLE_PARTS) as TitlePart[];

/** The series of an episode, and its place there. */
export const PlaceInSeries = Type.Object(
  {
    imdbId: TitleId,
    title: maybe(Type.String({ description: 'null for a series that lists do not name, such as an adult one.' })),
    season: maybe(Type.Integer()),
    episode: maybe(Type.Integer()),
  },
  { $id: 'PlaceInSeries', description: 'Where an episode stands; null for other titles, and where it is not known.' },
);

export const Title = Type.Object(
  {
    imdbId: TitleId,
    imdbUrl: ImdbUrl,
    title: Type.String(),
    originalTitle: maybe(Type.String()),
    year: maybe(Type.Integer()),
    endYear: maybe(Type.Integer()),
    runtime: maybe(Type.Integer({ description: 'Minutes.' })),
    releaseDate: maybe(PartialDate),
    metascore: maybe(Type.Integer({ minimum: 0, maximum: 100 })),
    rated: maybe(Type.String()),
    rating: maybe(Type.Number({ minimum: 0, maximum: 10 })),
    votes: maybe(Type.Integer({ minimum: 0 })),
    type: TitleTypeSchema,
    adult: Type.Boolean(),
    insertDate: Moment,
    lastUpdate: Moment,
    simplePlot: maybe(Type.String()),
    plot: maybe(Type.String()),
    plotFrom: Type.Optional(TextOrigin),
    posterUrl: maybe(Url),
    totalSeasons: maybe(Type.Integer({ description: 'Distinct season numbers above 0; series only.' })),
    yearSeasons: maybe(Type.Array(Type.Integer(), { description: 'Years in which episodes came out; series only.' })),
    series: maybe(PlaceInSeries),
    akas: Type.Optional(Type.Array(Aka)),
    actors: Type.Optional(Type.Array(Actor)),
    awards: Type.Optional(Type.Array(Award)),
    business: Type.Optional(Type.Array(Business)),
    countries: Type.Optional(Type.Array(Country)),
    crew: Type.Optional(Type.Array(CrewMember)),
    genres: Type.Optional(Type.Array(Genre)),
    goofs: Type.Optional(Type.Array(Goof)),
    keywords: Type.Optional(Type.Array(Keyword)),
    languages: Type.Optional(Type.Array(Language)),
    locations: Type.Optional(Type.Array(Location)),
    photos: Type.Optional(Type.Array(Photo)),
    plots: Type.Optional(Type.Array(Plot)),
    quotes: Type.Optional(Type.Array(Quote)),
    similarMovies: Type.Optional(Type.Array(SimilarMovie)),
    technicals: Type.Optional(Type.Array(Technical)),
    trailers: Type.Optional(Type.Array(Trailer)),
    trivias: Type.Optional(Type.Array(Trivia)),
    seasons: Type.Optional(Type.Array(Season)),
  },
  { $id: 'Title', description: 'A title; the parts are there when `include` asks for them.' },
);
export type Title = Static<typeof Title>;
