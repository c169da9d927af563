import type { TitleType } from '#contracts/catalog.ts';
import type { OmdbType } from '#contracts/omdb.api.ts';

export const UNKNOWN = 'N/A';

export const known = (value: string | number | null | undefined): string =>
  value === null || value === undefined || value === '' ? UNKNOWN : String(value);

const OMDB_TYPE: Readonly<Record<TitleType, OmdbType>> = {
  M: 'movie',
  TVM: 'movie',
  TVS: 'movie',
  SH: 'movie',
  V: 'movie',
  S: 'series',
  TVMS: 'series',
  E: 'episode',
  VG: 'game',
};

/** Of a title whose type is not to be published, the one that most titles have. */
export const omdbType = (type: TitleType | null): OmdbType => (type === null ? 'movie' : OMDB_TYPE[type]);

/** Our types that one of OMDb's stands for. */
export const typesOf = (type: OmdbType): readonly TitleType[] =>
  (Object.keys(OMDB_TYPE) as TitleType[]).filter((one) => OMDB_TYPE[one] === type);

interface Years {
  readonly type: TitleType | null;
  readonly year: number | null;
  readonly endYear?: number | null;
}

/** `2010`; of a series `2004–2009`, and `2008–` while nothing says that it has ended. A mini-series goes on for no longer than is said. */
export const yearsOf = ({ type, year, endYear = null }: Years): string => {
  if (year === null) return UNKNOWN;
  if (omdbType(type) !== 'series' || endYear === year) return String(year);
  if (endYear !== null) return `${year}–${endYear}`;
  return type === 'S' ? `${year}–` : String(year);
};

/** The year that a date begins with. */
export const yearIn = (date: string | null): number | null => (date === null ? null : Number(date.slice(0, 4)));

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

const wholeDay = (date: string | null): RegExpExecArray | null => /^(\d{4})-(\d\d)-(\d\d)$/.exec(date ?? '');

/** `09 Jul 2010`, where the day is known. */
export const dayInWords = (date: string | null): string => {
  const [, year, month, day] = wholeDay(date) ?? [];
  return year === undefined ? UNKNOWN : `${day} ${MONTHS[Number(month) - 1]} ${year}`;
};

/** `2001-09-09`, where the day is known. */
export const dayInDigits = (date: string | null): string => wholeDay(date)?.[0] ?? UNKNOWN;

/** `7.6`, `8.0`. */
export const ratingOf = (rating: number | null): string => rating?.toFixed(1) ?? UNKNOWN;

const grouped = (value: number): string => value.toLocaleString('en-US');

/** `600,845`; those of episodes stand without commas. */
export const votesOf = (votes: number | null, type: TitleType | null): string =>
  votes === null ? UNKNOWN : type === 'E' ? String(votes) : grouped(votes);

export const dollars = (amount: number | undefined): string => (amount === undefined ? UNKNOWN : `$${grouped(amount)}`);

export const minutes = (runtime: number | null): string => (runtime === null ? UNKNOWN : `${runtime} min`);

/** The width that OMDb's posters are nearest to, in pixels. */
const POSTER_WIDTH = 342;

/** Our picture as a JPEG, whatever the client says that it takes. */
export const posterOf = (posterUrl: string | null): string =>
  posterUrl === null ? UNKNOWN : `${posterUrl}.jpg?w=${POSTER_WIDTH}`;
