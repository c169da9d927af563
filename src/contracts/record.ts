import { type TSchema, Type } from 'typebox';
import { Award, Biography, Business, Location, Photo, Plot, Quote, Technical, TITLE_TYPES, Trivia } from './catalog.ts';
import { COUNTRY_CODES, COUNTRY_FORM, LANGUAGE_CODES, LANGUAGE_FORM } from './codes.ts';
import { CREW_TYPES } from './crew.ts';
import { NameId, PartialDate, TitleId } from './ids.ts';
import { maybe } from './maybe.ts';
import { Marriage } from './people.ts';
import { query } from './query.ts';

// A record as editors and bundles write it: what the catalogue keeps, without what it works out by itself.

/** The most rows of a part: the largest films have some 6,000 credits. */
export const MOST_ROWS = 20_000;
const LONGEST_LINE = 1_000;
const LONGEST_TEXT = 100_000;

const line = Type.String({ minLength: 1, maxLength: LONGEST_LINE });
const text = Type.String({ minLength: 1, maxLength: LONGEST_TEXT });
const lines = Type.Array(line, { maxItems: 50 });
const count = Type.Integer({ minimum: 0, maximum: 2_000_000_000 });
const code = (pattern: string, examples: string) =>
  Type.String({ pattern, 'x-form': `must be a code like ${examples}`, description: `A code like ${examples}.` });
const country = code(COUNTRY_FORM, COUNTRY_CODES);
const language = code(LANGUAGE_FORM, LANGUAGE_CODES);
const year = Type.Integer({ minimum: 1800, maximum: 2200 });
const rows = <T extends TSchema>(item: T) => Type.Array(item, { maxItems: MOST_ROWS });

/** Where a row stands among the others; where any row does not say, all stand as they are written. */
const ordering = Type.Optional(Type.Integer({ minimum: 1, maximum: 1_000_000 }));

export const Place = query({
  series: TitleId,
  season: maybe(Type.Integer({ minimum: 0, maximum: 10_000 })),
  episode: maybe(Type.Integer({ minimum: 0, maximum: 100_000 })),
});

const TITLE_FIELDS = {
  type: Type.Enum([...TITLE_TYPES]),
  title: line,
  originalTitle: maybe(line),
  year: maybe(year),
  endYear: maybe(year),
  runtime: maybe(Type.Integer({ minimum: 1, maximum: 100_000 })),
  adult: Type.Boolean(),
  releaseDate: maybe(PartialDate),
  rated: maybe(line),
  rating: maybe(Type.Number({ minimum: 0, maximum: 10 })),
  votes: maybe(count),
  metascore: maybe(Type.Integer({ minimum: 0, maximum: 100 })),
  simplePlot: maybe(text),
  plot: maybe(text),
  genres: lines,
  countries: Type.Array(country, { maxItems: 100 }),
  languages: Type.Array(language, { maxItems: 100 }),
  /** Where an episode stands. */
  place: maybe(Place),
};

const NAME_FIELDS = {
  name: line,
  uniqueName: maybe(line),
  birthname: maybe(line),
  birthdate: maybe(PartialDate),
  placeOfBirth: maybe(line),
  dateOfDead: maybe(PartialDate),
  placeOfDeath: maybe(line),
  height: maybe(Type.Integer({ minimum: 20, maximum: 300 })),
  starMeter: maybe(count),
  professions: lines,
  knownFor: Type.Array(TitleId, { maxItems: 50 }),
  biography: maybe(text),
};

/** Whom a credit names; the name matters only where the catalogue does not know them. */
const credited = { imdbId: NameId, name: Type.Optional(line) };
const { url: _picture, ...photo } = Photo.properties;
const { country: _named, ...business } = Business.properties;

const TITLE_PARTS = {
  akas: query({
    title: line,
    countryCode: maybe(country),
    languageCode: maybe(language),
    types: maybe(lines),
    attributes: maybe(lines),
    original: Type.Boolean(),
    ordering,
  }),
  actors: query({ ...credited, main: Type.Boolean(), characters: lines, remark: maybe(line), ordering }),
  crew: query({
    type: Type.Enum([...CREW_TYPES]),
    ...credited,
    job: maybe(line),
    main: Type.Optional(Type.Boolean()),
    remark: Type.Optional(maybe(line)),
    ordering,
  }),
  awards: query(Award.properties),
  business: query(business),
  goofs: query({ type: line, goof: text }),
  keywords: query({ keywords: line }),
  locations: query(Location.properties),
  photos: query(photo),
  plots: query({ ...Plot.properties, plot: text, languageCode: language }),
  quotes: query(Quote.properties),
  'similar-movies': query({ title: line, imdbId: TitleId }),
  technicals: query(Technical.properties),
  trailers: query({
    name: line,
    trailersQualities: Type.Array(
      query({
        quality: maybe(count),
        urlVideo: Type.String({
          pattern: '^https://',
          'x-form': 'must be an address that begins with https://',
          maxLength: LONGEST_LINE,
        }),
      }),
      { maxItems: 20 },
    ),
  }),
  trivias: query(Trivia.properties),
};

const NAME_PARTS = {
  alternative: query({ alternateName: line }),
  biographies: query({ ...Biography.properties, biography: text, languageCode: language }),
  nicknames: query({ nickname: line }),
  salaries: query({ title: line, imdbId: maybe(TitleId), year: maybe(year), salary: line }),
  marriages: query(Marriage.properties),
  'trade-marks': query({ tradeMark: text }),
  quotes: query(Quote.properties),
  trivias: query(Trivia.properties),
  photos: query(photo),
};

const listed = (parts: Readonly<Record<string, TSchema>>): Readonly<Record<string, TSchema>> =>
  Object.fromEntries(Object.entries(parts).map(([part, item]) => [part, rows(item)]));

/** The fields and the parts of each kind of record, with what their values are. */
export const WRITTEN = {
  movie: { fields: TITLE_FIELDS as Readonly<Record<string, TSchema>>, parts: listed(TITLE_PARTS) },
  name: { fields: NAME_FIELDS as Readonly<Record<string, TSchema>>, parts: listed(NAME_PARTS) },
} as const;

/** Values of fields and parts by their names. */
export type Values = Readonly<Record<string, unknown>>;
