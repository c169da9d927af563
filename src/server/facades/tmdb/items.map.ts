import type { Static } from 'typebox';
import type { SeasonEpisode, Title } from '#contracts/catalog.ts';
import type { Name } from '#contracts/people.ts';
import type {
  TmdbEpisodeItem,
  TmdbFilmItem,
  TmdbFilmMedia,
  TmdbPersonItem,
  TmdbSeriesItem,
  TmdbSeriesMedia,
} from '#contracts/tmdb.items.ts';
import { departmentOf } from './departments.map.ts';
import { genresOf } from './genres.map.ts';
import type { Numbers } from './numbers.map.ts';
import { countriesOf, dayOf, languageOf, overviewOf, pathOf, popularityOf, screenOf, votesOf } from './values.map.ts';

/** What is read of a title that stands in a list. */
export const TITLE_FIELDS = [
  ...['imdbId', 'title', 'originalTitle', 'year', 'releaseDate', 'type', 'adult'],
  ...['rating', 'votes', 'simplePlot', 'plot', 'posterUrl'],
] as const;
export const TITLE_INCLUDED = ['genres', 'countries', 'languages'] as const;
export type ListedTitle = Pick<
  Title,
  | ('imdbId' | 'title' | 'originalTitle' | 'year' | 'releaseDate' | 'type' | 'adult')
  | ('rating' | 'votes' | 'simplePlot' | 'plot' | 'posterUrl' | (typeof TITLE_INCLUDED)[number])
>;
export const NAME_FIELDS = ['name', 'actorActress', 'photoUrl', 'professions', 'knownFor'] as const;
export type ListedName = Pick<Name, 'imdbId' | (typeof NAME_FIELDS)[number]>;

/** What films and series have in common, in lists and alone. */
export const commonOf = (title: ListedTitle) => ({
  adult: title.adult ?? false,
  backdrop_path: null,
  original_language: languageOf(title),
  origin_country: countriesOf(title).map(({ countryCode }) => countryCode),
  overview: overviewOf(title),
  popularity: popularityOf(title.votes),
  poster_path: pathOf(title.imdbId, title.posterUrl),
  ...votesOf(title),
});

/** How a film is called. What may not be published has no name. */
export const filmNames = (title: ListedTitle) => ({
  original_title: title.originalTitle ?? title.title ?? '',
  release_date: dayOf(title.releaseDate, title.year),
  title: title.title ?? '',
  video: false,
});
export const seriesNames = (title: ListedTitle) => ({
  original_name: title.originalTitle ?? title.title ?? '',
  first_air_date: dayOf(title.releaseDate, title.year),
  name: title.title ?? '',
});

const idsOf = (title: ListedTitle, screen: 'film' | 'series') => genresOf(title, screen).map(({ id }) => id);

export const filmItem = (title: ListedTitle, numbers: Numbers): Static<typeof TmdbFilmItem> => ({
  id: numbers(title.imdbId, 'film'),
  ...commonOf(title),
  genre_ids: idsOf(title, 'film'),
  ...filmNames(title),
});
export const seriesItem = (title: ListedTitle, numbers: Numbers): Static<typeof TmdbSeriesItem> => ({
  id: numbers(title.imdbId, 'series'),
  ...commonOf(title),
  genre_ids: idsOf(title, 'series'),
  ...seriesNames(title),
});

/** Films and series in one list; nothing of an episode. */
export const mediaItem = (
  title: ListedTitle,
  numbers: Numbers,
): readonly (Static<typeof TmdbFilmMedia> | Static<typeof TmdbSeriesMedia>)[] => {
  const screen = screenOf(title.type);
  if (screen === null) return [];
  return screen === 'film'
    ? [{ ...filmItem(title, numbers), media_type: 'movie' }]
    : [{ ...seriesItem(title, numbers), media_type: 'tv' }];
};

/** 1 for an actress, 2 for an actor: nothing else tells. */
export const genderOf = (is: Name['actorActress']): number => (is === null ? 0 : is === 'actress' ? 1 : 2);

export const personItem = (
  name: ListedName,
  knownFor: readonly ListedTitle[],
  numbers: Numbers,
): Static<typeof TmdbPersonItem> => ({
  adult: false,
  gender: genderOf(name.actorActress),
  id: numbers(name.imdbId, 'person'),
  known_for: knownFor.flatMap((title) => mediaItem(title, numbers)),
  known_for_department: departmentOf(name.professions ?? []),
  name: name.name ?? '',
  original_name: name.name ?? '',
  popularity: popularityOf(Math.max(0, ...knownFor.map(({ votes }) => votes ?? 0))),
  profile_path: pathOf(name.imdbId, name.photoUrl),
});

/** Where an episode stands. */
export interface Place {
  readonly series: string;
  readonly season: number;
}

export const episodeItem = (
  episode: Omit<Static<typeof SeasonEpisode>, 'season'>,
  { series, season }: Place,
  numbers: Numbers,
): Static<typeof TmdbEpisodeItem> => ({
  air_date: dayOf(episode.date, episode.year),
  episode_number: episode.episode ?? 0,
  episode_type: 'standard',
  id: numbers(episode.imdbId, 'episode'),
  name: episode.title ?? '',
  overview: episode.plot ?? '',
  production_code: '',
  runtime: episode.runtime,
  season_number: season,
  show_id: numbers(series, 'series'),
  still_path: pathOf(episode.imdbId, episode.posterUrl),
  ...votesOf(episode),
});
