import { OMDB_TYPES, type OmdbQuery, type OmdbType } from '#contracts/omdb.api.ts';
import { invalid } from '#server/kernel/failure.ts';
import { parseImdbId } from '#server/kernel/ids.ts';
import { notFound, TEXTS } from './failures.ts';
import { isFunction } from './form.ts';

/** What narrows titles down that are not named by their id. */
export interface Narrowed {
  readonly type: OmdbType | undefined;
  readonly year: number | undefined;
}

export type Named = { readonly id: string } | ({ readonly title: string } & Narrowed);

/** What is asked for: one title, a season or an episode of the series that is named, or a list. */
export type Ask =
  | ({ readonly for: 'title' | 'season' | 'episode' } & {
      readonly of: Named;
      readonly season: number;
      readonly episode: number;
    })
  | ({ readonly for: 'list'; readonly words: string; readonly page: number } & Narrowed);

const WHOLE = /^\d{1,6}$/;

const wholeOf = (name: string, text: string | undefined, least: number): number | undefined => {
  if (text === undefined) return undefined;
  const value = WHOLE.test(text.trim()) ? Number(text) : Number.NaN;
  if (!(value >= least)) throw invalid(name, `is a whole number from ${least} on`);
  return value;
};

/** A year, or the first one of what an answer says of a series. */
const yearOf = (text: string | undefined): number | undefined => {
  if (text === undefined) return undefined;
  const [, year] = /^\s*(\d{4})(?:\s*[-–]\s*(?:\d{4})?)?\s*$/.exec(text) ?? [];
  if (year === undefined) throw invalid('y', 'is a year of 4 digits');
  return Number(year);
};

const typeOf = (text: string | undefined): OmdbType | undefined => {
  if (text === undefined) return undefined;
  const type = OMDB_TYPES.find((one) => one === text.trim().toLowerCase());
  if (type === undefined) throw invalid('type', `is one of ${OMDB_TYPES.join(', ')}`);
  return type;
};

const idOf = (text: string): string => {
  const id = parseImdbId(text.trim().toLowerCase());
  if (id?.kind !== 'movie') throw notFound('malformed_id', TEXTS.badId);
  return id.canonical;
};

/** Reads what is asked for. Throws `malformed_id` and `invalid_parameter`. */
export const readAsk = (query: OmdbQuery): Ask => {
  const { i, t, s, callback } = query;
  if (callback !== undefined && !isFunction(callback)) throw invalid('callback', 'is the name of a function');
  const narrowed = (): Narrowed => ({ type: typeOf(query.type), year: yearOf(query.y) });
  const named = (): Named | null => {
    if (i !== undefined) return { id: idOf(i) };
    return t === undefined ? null : { title: t, ...narrowed() };
  };
  const of = named();
  if (of !== null) {
    const season = wholeOf('Season', query.Season, 0);
    const episode = wholeOf('Episode', query.Episode, 0);
    if (season === undefined) return { for: 'title', of, season: 0, episode: 0 };
    return { for: episode === undefined ? 'season' : 'episode', of, season, episode: episode ?? 0 };
  }
  if (s === undefined) throw notFound('malformed_id', TEXTS.badId);
  return { for: 'list', words: s, page: wholeOf('page', query.page, 1) ?? 1, ...narrowed() };
};
