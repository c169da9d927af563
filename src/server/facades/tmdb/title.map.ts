import type { Static } from 'typebox';
import type { Business, Season, Title } from '#contracts/catalog.ts';
import type { TmdbFilm, TmdbSeason, TmdbSeries } from '#contracts/tmdb.shapes.ts';
import { genresOf, type Screen } from './genres.map.ts';
import { commonOf, episodeItem, filmNames, seriesNames } from './items.map.ts';
import type { Numbers } from './numbers.map.ts';
import { languageBy } from './regions.map.ts';
import { countriesOf, dayOf } from './values.map.ts';

const detailsOf = (title: Title, screen: Screen) => ({
  genres: [...genresOf(title, screen)],
  homepage: '' as const,
  production_companies: [],
  production_countries: countriesOf(title).map(({ country, countryCode }) => ({
    iso_3166_1: countryCode,
    name: country,
  })),
  spoken_languages: (title.languages ?? []).map(({ language, languageCode }) => {
    const { name } = languageBy(languageCode);
    return { english_name: language, iso_639_1: languageCode, name: name || language };
  }),
  tagline: '' as const,
});

/** The largest amount in US dollars: of what came in, what is said of the whole world where that is said. */
const dollarsOf = ({ business = [] }: Title, type: Static<typeof Business>['type']): number => {
  const told = business.filter((one) => one.type === type && one.currency === 'USD');
  const everywhere = told.filter(({ countryCode, country }) => countryCode === null && country === null);
  return Math.max(0, ...(everywhere.length > 0 ? everywhere : told).map(({ amount }) => amount));
};

const statusOf = (date: string, today: string): string => {
  if (date === '') return '';
  return date <= today ? 'Released' : 'Planned';
};

/** A film, without the parts that are added. */
export const filmOf = (title: Title, numbers: Numbers, today: string): Static<typeof TmdbFilm> => {
  const names = filmNames(title);
  return {
    id: numbers(title.imdbId, 'film'),
    ...commonOf(title),
    ...names,
    ...detailsOf(title, 'film'),
    belongs_to_collection: null,
    budget: dollarsOf(title, 'BUDGET'),
    imdb_id: title.imdbId,
    revenue: dollarsOf(title, 'GROSS'),
    runtime: title.runtime ?? 0,
    status: statusOf(names.release_date, today),
  };
};

/** Seasons that have a number, with the episodes that have one. */
export const seasonsOf = ({ seasons = [] }: Title) =>
  seasons.flatMap(({ numSeason, episodes }) =>
    numSeason === null ? [] : [{ number: numSeason, episodes: episodes.filter(({ episode }) => episode !== null) }],
  );

type Episodes = Static<typeof Season>['episodes'];

const averageOf = (episodes: Episodes): number => {
  const rated = episodes.flatMap(({ rating }) => rating ?? []);
  return rated.length === 0 ? 0 : Math.round((rated.reduce((sum, one) => sum + one, 0) / rated.length) * 10) / 10;
};

/** A season has no id of IMDb's: it goes by the number of its first episode. */
const seasonOf = (season: number, episodes: Episodes, numbers: Numbers) => {
  const [first] = episodes;
  return {
    air_date: (first && dayOf(first.date, first.year)) || null,
    id: first === undefined ? 1 : numbers(first.imdbId, 'episode'),
    name: season === 0 ? 'Specials' : `Season ${season}`,
    overview: '' as const,
    poster_path: null,
    season_number: season,
    vote_average: averageOf(episodes),
  };
};

/** A season with its episodes. Who was in each of them is not read. */
export const seasonBody = (
  series: string,
  season: number,
  episodes: Episodes,
  numbers: Numbers,
): Static<typeof TmdbSeason> => {
  const numbered = episodes.filter(({ episode }) => episode !== null);
  const body = seasonOf(season, numbered, numbers);
  return {
    _id: body.id.toString(16).padStart(24, '0'),
    ...body,
    episodes: numbered.map((one) => ({
      ...episodeItem(one, { series, season }, numbers),
      ...{ crew: [], guest_stars: [] },
    })),
    networks: [],
  };
};

/** A series, without the parts that are added. */
export const seriesOf = (title: Title, numbers: Numbers, today: string): Static<typeof TmdbSeries> => {
  const seasons = seasonsOf(title);
  const aired = seasons
    .filter(({ number }) => number > 0)
    .flatMap(({ number, episodes }) => episodes.map((one) => ({ one, number, date: dayOf(one.date, one.year) })))
    .filter(({ date }) => date !== '');
  const item = (at: (typeof aired)[number] | undefined) =>
    at ? episodeItem(at.one, { series: title.imdbId, season: at.number }, numbers) : null;
  const last = item(aired.findLast(({ date }) => date <= today));
  const runs = title.endYear === null && title.type === 'S';
  return {
    id: numbers(title.imdbId, 'series'),
    ...commonOf(title),
    ...seriesNames(title),
    ...detailsOf(title, 'series'),
    created_by: [],
    episode_run_time: title.runtime === null ? [] : [title.runtime],
    in_production: runs,
    languages: (title.languages ?? []).map(({ languageCode }) => languageCode),
    last_air_date: last?.air_date ?? null,
    last_episode_to_air: last,
    networks: [],
    next_episode_to_air: item(aired.find(({ date }) => date > today)),
    number_of_episodes: seasons.reduce((sum, { number, episodes }) => sum + (number > 0 ? episodes.length : 0), 0),
    number_of_seasons: seasons.filter(({ number }) => number > 0).length,
    seasons: seasons.map(({ number, episodes }) => ({
      ...seasonOf(number, episodes, numbers),
      episode_count: episodes.length,
    })),
    status: runs ? 'Returning Series' : 'Ended',
    type: title.type === 'TVMS' ? 'Miniseries' : 'Scripted',
  };
};
