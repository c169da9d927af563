import { type Static, Type } from 'typebox';
import { Award, Business as Shown, TitleTypeSchema } from '#contracts/catalog.ts';
import { CREW_TYPES } from '#contracts/crew.ts';
import { NameId, PartialDate, TitleId } from '#contracts/ids.ts';
import { maybe } from '#contracts/maybe.ts';
import { Marriage } from '#contracts/people.ts';

/** The form of the embedded catalogue's files; README.md beside this file explains it. */

const some = Type.Optional;
const text = Type.String({ minLength: 1 });
const code = Type.String({ pattern: '^[A-Z]{2,4}$' });
const language = Type.String({ pattern: '^[a-z]{2,3}$' });
const GOOFS = [
  'ANACHRONISM',
  'AUDIO_VISUAL',
  'CHARACTER_ERROR',
  'CONTINUITY',
  'CREW_OR_EQUIPMENT',
  'FACTUAL_ERROR',
  'PLOT_HOLE',
  'REVEALING_MISTAKE',
  'MISCELLANEOUS',
] as const;
const closed = { additionalProperties: false };
/** In a file the code stands in place of the country's name. */
const Business = Type.Omit(Shown, ['countryCode']);
const list = <T extends Parameters<typeof Type.Array>[0]>(item: T) => some(Type.Array(item));

const Credit = Type.Union([NameId, Type.Tuple([NameId]), Type.Tuple([NameId, maybe(text)])]);
/** A `Record` alone would let a key through that is none of the 29 types. */
const Crew = Type.Partial(Type.Record(Type.Enum([...CREW_TYPES]), Type.Array(Credit)), closed);
const Aka = Type.Union([
  Type.Tuple([maybe(code), maybe(language), text]),
  Type.Tuple([maybe(code), maybe(language), text, maybe(text)]),
]);
const Episode = Type.Tuple([TitleId, text, maybe(PartialDate), maybe(Type.Integer()), maybe(text)]);

export const TitleFile = Type.Object(
  {
    id: TitleId,
    type: TitleTypeSchema,
    title: text,
    originalTitle: some(maybe(text)),
    year: Type.Integer(),
    endYear: some(maybe(Type.Integer())),
    runtime: some(maybe(Type.Integer({ minimum: 1 }))),
    releaseDate: some(maybe(PartialDate)),
    rated: some(maybe(text)),
    rating: some(maybe(Type.Number({ minimum: 1, maximum: 10 }))),
    votes: some(maybe(Type.Integer({ minimum: 1 }))),
    metascore: some(maybe(Type.Integer({ minimum: 0, maximum: 100 }))),
    simplePlot: some(maybe(text)),
    plot: some(maybe(text)),
    genres: Type.Array(text),
    countries: Type.Array(code),
    languages: Type.Array(language),
    main: some(Type.Integer({ minimum: 0 })),
    actors: list(Credit),
    crew: some(Crew),
    akas: list(Aka),
    keywords: list(text),
    similarMovies: list(TitleId),
    locations: list(Type.Union([Type.Tuple([text]), Type.Tuple([text, maybe(text)])])),
    goofs: list(Type.Tuple([Type.Enum([...GOOFS]), text])),
    quotes: list(Type.Tuple([maybe(NameId), text])),
    trivias: list(text),
    awards: list(Award),
    business: list(Business),
    technicals: list(Type.Tuple([text, text])),
    photos: list(text),
    tmdb: some(Type.Integer()),
    seasons: some(Type.Record(Type.String({ pattern: '^(\\d+|null)$' }), Type.Array(Episode))),
  },
  closed,
);
export type TitleFile = Static<typeof TitleFile>;

export const PersonLine = Type.Object(
  {
    id: NameId,
    name: text,
    birthName: some(maybe(text)),
    birth: some(maybe(PartialDate)),
    birthPlace: some(maybe(text)),
    death: some(maybe(PartialDate)),
    deathPlace: some(maybe(text)),
    gender: some(maybe(Type.Enum(['M', 'F', 'X']))),
    height: some(maybe(Type.Integer({ minimum: 60, maximum: 250 }))),
    professions: list(text),
    knownFor: list(TitleId),
  },
  closed,
);
export type PersonLine = Static<typeof PersonLine>;

export const PersonFile = Type.Object(
  {
    id: NameId,
    biography: some(text),
    alternative: list(text),
    nicknames: list(text),
    tradeMarks: list(text),
    quotes: list(text),
    trivias: list(text),
    salaries: list(Type.Tuple([maybe(TitleId), text, maybe(Type.Integer()), text])),
    marriages: list(Marriage),
    photos: list(text),
  },
  closed,
);
export type PersonFile = Static<typeof PersonFile>;
