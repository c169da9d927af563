import { CREW_TYPES, type CrewType } from '#contracts/crew.ts';
import { pageOf } from '#web/lib/paging.ts';
import { typedId } from '../../lib/typed-id.ts';

export type RecordKind = 'movie' | 'name';

/** The lists of a title in the order of their tabs. */
export const TITLE_LISTS = [
  'akas',
  'actors',
  'countries',
  'crew',
  'genres',
  'goofs',
  'keywords',
  'languages',
  'locations',
  'quotes',
  'similarMovies',
  'trivias',
  'awards',
  'business',
  'photos',
  'plots',
  'technicals',
  'trailers',
] as const;
/** Those of a person. */
export const NAME_LISTS = [
  'alternative',
  'biographies',
  'filmography',
  'nicknames',
  'salaries',
  'marriages',
  'tradeMarks',
  'quotes',
  'trivias',
  'photos',
] as const;

export const RECORD_TABS = {
  movie: ['info', ...TITLE_LISTS, 'seasons', 'metadata', 'history'],
  name: ['info', ...NAME_LISTS, 'metadata', 'history'],
} as const;
export type RecordTab = (typeof RECORD_TABS)[RecordKind][number];

/** What the address of the page says of the record and of what is looked at. */
export interface RecordSearch {
  readonly id?: string;
  /** Everything at once. */
  readonly all?: '1';
  readonly tab?: RecordTab;
  /** From 1. */
  readonly page?: number;
  readonly crew?: CrewType;
  /** The number of a season, a year of four digits, or `none`. */
  readonly season?: string;
  /** Which part of a filmography. */
  readonly section?: string;
  /** The form of a new record is asked for. */
  readonly new?: '1';
}

const SEASON = /^(?:\d{1,5}|none)$/;

/** Reads the address; what makes no sense there is left out. An id that is malformed stands, and the server says so. */
export const parseRecordSearch =
  (kind: RecordKind) =>
  (search: Readonly<Record<string, unknown>>): RecordSearch => {
    const said = typeof search.id === 'string' ? search.id.trim() : '';
    const id = typedId(said) ?? said;
    const tab = RECORD_TABS[kind].find((one) => one === search.tab && one !== 'info');
    const page = pageOf(search.page);
    const crew = CREW_TYPES.find((type) => type === search.crew);
    const season = SEASON.test(String(search.season ?? '')) ? String(search.season) : undefined;
    return {
      ...(id !== '' && { id }),
      ...((search.all === '1' || search.all === 1) && { all: '1' as const }),
      ...(tab !== undefined && { tab }),
      ...(page !== undefined && { page }),
      ...(crew !== undefined && { crew }),
      ...(season !== undefined && { season }),
      ...(typeof search.section === 'string' && { section: search.section }),
      ...(search.new === '1' && { new: '1' as const }),
    };
  };
