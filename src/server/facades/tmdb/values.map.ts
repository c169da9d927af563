import type { Title, TitleType } from '#contracts/catalog.ts';
import type { Screen } from './genres.map.ts';

/** The types that stand among TMDB's films, and those that are its series. */
export const FILM_TYPES: readonly TitleType[] = ['M', 'TVM', 'TVS', 'SH', 'V'];
export const SERIES_TYPES: readonly TitleType[] = ['S', 'TVMS'];

/** Null for what is neither: an episode stands in its series. A game is a film where it is asked for by its id. */
export const screenOf = (type: TitleType | null): Screen | null => {
  if (type === 'E') return null;
  return type !== null && SERIES_TYPES.includes(type) ? 'series' : 'film';
};

/** A day; the first one where only the month or the year is known, and empty where nothing is. */
export const dayOf = (date: string | null, year: number | null = null): string => {
  const known = date ?? (year === null ? null : String(year).padStart(4, '0'));
  return known === null ? '' : `${known}-01-01`.slice(0, 10);
};

/** A day that is known as such. */
export const wholeDay = (date: string | null): string | null => (date?.length === 10 ? date : null);

/** Above 5 from some two hundred votes on: there are clients that take no other title for certain. */
export const popularityOf = (votes: number | null): number =>
  votes === null ? 0 : Math.round(Math.log10(1 + votes) ** 2 * 1_000) / 1_000;

export const votesOf = ({ rating, votes }: { readonly rating: number | null; readonly votes: number | null }) => ({
  vote_average: rating ?? 0,
  vote_count: votes ?? 0,
});

/** The path of a record's picture, where it has one. */
export const pathOf = (id: string, url: string | null | undefined): string | null => (url ? `/${id}.jpg` : null);

/** A picture as lists of them have it, in its largest size. */
export const imagesOf = (path: string | null) =>
  path === null
    ? []
    : [
        {
          ...{ aspect_ratio: 0.667, height: 1170, width: 780, iso_639_1: null, file_path: path },
          ...{ vote_average: 0, vote_count: 0 },
        },
      ];

type Plots = Pick<Title, 'simplePlot' | 'plot' | 'plotFrom'>;
/** The short plot is in the catalogue's own language only. */
export const overviewOf = ({ simplePlot, plot, plotFrom }: Plots): string =>
  (plotFrom ? plot : (simplePlot ?? plot)) ?? '';

/** No language, in TMDB's words. */
const NO_LANGUAGE = 'xx';
export const languageOf = ({ languages }: Pick<Title, 'languages'>): string =>
  languages?.[0]?.languageCode ?? NO_LANGUAGE;

const isCountry = (code: string | null): code is string => /^[A-Z]{2}$/.test(code ?? '');
export const countriesOf = ({ countries }: Pick<Title, 'countries'>) =>
  (countries ?? []).filter(({ countryCode }) => isCountry(countryCode));
export { isCountry };
