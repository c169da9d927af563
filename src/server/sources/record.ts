import type { TitleType } from '#contracts/catalog.ts';
import type { ExternalId } from './external-id.ts';

/** What a source can tell of the catalogue, in our own words. Each source maps its own form to this one. */

/** The lists of a title and of a person that are kept as a whole, in the shape of the wire. */
export const TITLE_LISTS = [
  'awards',
  'business',
  'goofs',
  'keywords',
  'locations',
  'photos',
  'plots',
  'quotes',
  'similar-movies',
  'technicals',
  'trailers',
  'trivias',
] as const;
export type TitleList = (typeof TITLE_LISTS)[number];
export const PERSON_LISTS = [
  'alternative',
  'biographies',
  'nicknames',
  'salaries',
  'marriages',
  'trade-marks',
  'quotes',
  'trivias',
  'photos',
] as const;
export type PersonList = (typeof PERSON_LISTS)[number];

export interface AkaRecord {
  readonly ordering: number;
  readonly title: string;
  readonly region: string | null;
  readonly language: string | null;
  readonly types: readonly string[] | null;
  readonly attributes: readonly string[] | null;
  readonly original: boolean;
}

export interface CreditRecord {
  /** 0 an actor, 1 to 29 a crew type. */
  readonly role: number;
  readonly ordering: number;
  readonly person: number;
  readonly main: boolean;
  readonly characters: readonly string[] | null;
  readonly job: string | null;
  readonly remark: string | null;
}

/** 'drawn': made from the record; else the id of a picture that was given and is kept. */
export type PictureName = string;

export interface TitleRecord {
  readonly id: number;
  readonly type: TitleType;
  readonly title: string;
  readonly originalTitle: string | null;
  readonly year: number | null;
  readonly endYear: number | null;
  readonly runtime: number | null;
  readonly adult: boolean;
  readonly releaseDate: string | null;
  readonly rated: string | null;
  readonly rating: number | null;
  readonly votes: number | null;
  readonly metascore: number | null;
  readonly simplePlot: string | null;
  readonly plot: string | null;
  readonly genres: readonly string[];
  readonly countries: readonly string[];
  readonly languages: readonly string[];
  readonly poster: PictureName | null;
  readonly akas: readonly AkaRecord[];
  readonly credits: readonly CreditRecord[];
  readonly lists: Readonly<Partial<Record<TitleList, readonly object[]>>>;
  /** Where an episode stands. */
  readonly episode: { readonly series: number; readonly season: number | null; readonly number: number | null } | null;
  /** What other sites call it. */
  readonly ids: readonly ExternalId[];
}

export interface PersonRecord {
  readonly id: number;
  readonly name: string;
  readonly birthName: string | null;
  readonly birthDate: string | null;
  readonly birthPlace: string | null;
  readonly deathDate: string | null;
  readonly deathPlace: string | null;
  readonly height: number | null;
  readonly professions: readonly string[];
  readonly knownFor: readonly number[];
  readonly biography: string | null;
  readonly photo: PictureName | null;
  readonly uniqueName?: string | null;
  readonly starMeter?: number | null;
  /** What other sites call them. */
  readonly ids?: readonly ExternalId[];
  readonly lists: Readonly<Partial<Record<PersonList, readonly object[]>>>;
}

/** What a source tells of a record: it has no say in what it does not mention, and what it mentions may be empty. */
export type ToldTitle = Pick<TitleRecord, 'id'> &
  Partial<TitleRecord> & {
    /** One of the two lists that `credits` is of. */
    readonly actors?: readonly CreditRecord[];
    readonly crew?: readonly CreditRecord[];
  };
export type ToldPerson = Pick<PersonRecord, 'id'> & Partial<PersonRecord>;

export interface Told {
  readonly titles: readonly ToldTitle[];
  readonly people: readonly ToldPerson[];
}

/** Records of a source that fits into memory. */
export interface Records {
  readonly titles: readonly TitleRecord[];
  readonly people: readonly PersonRecord[];
}
