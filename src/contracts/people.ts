import { type Static, Type } from 'typebox';
import { Biography, ImdbUrl, Photo, Quote, TextOrigin, Trivia } from './catalog.ts';
import { Moment, NameId, PartialDate, TitleId } from './ids.ts';
import { maybe } from './maybe.ts';

const AlternateName = Type.Object({ alternateName: Type.String() }, { $id: 'AlternateName' });
const FilmographyName = Type.Object(
  {
    title: Type.String(),
    imdbId: TitleId,
    year: maybe(Type.Integer()),
    remarks: maybe(Type.String({ description: 'The characters, or the job.' })),
  },
  { $id: 'FilmographyName' },
);
const Filmography = Type.Object(
  { section: Type.String(), filmographiesNames: Type.Array(FilmographyName) },
  { $id: 'Filmography', description: 'One kind of work, newest first.' },
);
const Nickname = Type.Object({ nickname: Type.String() }, { $id: 'Nickname' });
const Salary = Type.Object(
  { title: Type.String(), imdbId: maybe(TitleId), year: maybe(Type.Integer()), salary: Type.String() },
  { $id: 'Salary' },
);
export const Marriage = Type.Object(
  {
    name: Type.String(),
    imdbId: maybe(NameId),
    status: maybe(Type.String()),
    dateFrom: maybe(PartialDate),
    dateTo: maybe(PartialDate),
    childrens: maybe(Type.Integer()),
  },
  { $id: 'Marriage' },
);
const TradeMark = Type.Object({ tradeMark: Type.String() }, { $id: 'TradeMark' });

/** The parts of a person: the name in the address, the key in the record, and the shape of one item. */
export const NAME_PARTS = {
  alternative: ['alternative', AlternateName],
  biographies: ['biographies', Biography],
  filmographies: ['filmographies', Filmography],
  nicknames: ['nicknames', Nickname],
  salaries: ['salaries', Salary],
  marriages: ['marriages', Marriage],
  'trade-marks': ['tradeMarks', TradeMark],
  quotes: ['quotes', Quote],
  trivias: ['trivias', Trivia],
  photos: ['photos', Photo],
} as const;
export type NamePart = keyof typeof NAME_PARTS;
export const NAME_PART_NAMES = Object.keys(NAME_PARTS) as NamePart[];

const STAR_SIGNS = [
  'Aries',
  'Taurus',
  'Gemini',
  'Cancer',
  'Leo',
  'Virgo',
  'Libra',
  'Scorpio',
  'Sagittarius',
  'Capricorn',
  'Aquarius',
  'Pisces',
] as const;

export const Name = Type.Object(
  {
    name: Type.String(),
    uniqueName: maybe(Type.String()),
    height: maybe(Type.Integer({ description: 'Centimetres.' })),
    starMeter: maybe(Type.Integer()),
    starSign: maybe(Type.Enum([...STAR_SIGNS], { description: 'From the birthdate.' })),
    imdbId: NameId,
    imdbUrl: ImdbUrl,
    actorActress: maybe(Type.Enum(['actor', 'actress'])),
    birthname: maybe(Type.String()),
    birthdate: maybe(PartialDate),
    placeOfBirth: maybe(Type.String()),
    dateOfDead: maybe(PartialDate),
    placeOfDeath: maybe(Type.String()),
    insertDate: Moment,
    lastUpdate: Moment,
    biography: maybe(Type.String()),
    biographyFrom: Type.Optional(TextOrigin),
    photoUrl: maybe(Type.String({ format: 'uri' })),
    professions: Type.Array(Type.String()),
    knownFor: Type.Array(TitleId),
    alternative: Type.Optional(Type.Array(AlternateName)),
    biographies: Type.Optional(Type.Array(Biography)),
    filmographies: Type.Optional(Type.Array(Filmography)),
    nicknames: Type.Optional(Type.Array(Nickname)),
    salaries: Type.Optional(Type.Array(Salary)),
    marriages: Type.Optional(Type.Array(Marriage)),
    tradeMarks: Type.Optional(Type.Array(TradeMark)),
    quotes: Type.Optional(Type.Array(Quote)),
    trivias: Type.Optional(Type.Array(Trivia)),
    photos: Type.Optional(Type.Array(Photo)),
  },
  { $id: 'Name', description: 'A person; the parts are there when `include` asks for them.' },
);
export type Name = Static<typeof Name>;
