import {
  TMDB_CERTIFICATIONS,
  TMDB_FILM_LISTS,
  TMDB_PROVIDERS,
  TMDB_SERIES_LISTS,
  tmdbConfiguration,
  tmdbCountries,
  tmdbDiscoverFilm,
  tmdbDiscoverTv,
  tmdbFilmGenres,
  tmdbFind,
  tmdbLanguages,
  tmdbPersonPopular,
  tmdbSearchFilm,
  tmdbSearchMulti,
  tmdbSearchOther,
  tmdbSearchPerson,
  tmdbSearchTv,
  tmdbTrending,
  tmdbTvGenres,
} from '#contracts/tmdb.lists.api.ts';
import { failure, invalid } from '#server/kernel/failure.ts';
import type { Answer } from '#server/platform/http/answer.ts';
import { type Call, type Route, route } from '#server/platform/http/route.ts';
import { answered, cached, dayIn } from './answers.ts';
import { readPage } from './ask.rules.ts';
import { configurationOf } from './configuration.map.ts';
import { genresFor, type Screen } from './genres.map.ts';
import { emptyPage, type Lists, type Paged } from './lists.service.ts';
import { countriesOf, languagesOf } from './regions.map.ts';

const MOST = 10_000;
const CAPPED = { 'X-Total-Relation': 'gte' } as const;
const TRENDS = ['all', 'movie', 'tv', 'person'];
const WINDOWS = ['day', 'week'];

const pageAnswer = async (list: Promise<Paged<unknown>>): Promise<Answer> => {
  const page = await list;
  return answered(page, page.total_results === MOST ? CAPPED : undefined);
};

/** Searches, charts, filters and what never changes. */
export const listRoutes = (lists: Lists, publicUrl: string): readonly Route[] => {
  const today = (call: Call): string => dayIn(call.now());
  const yearNow = (call: Call): number => call.now().getUTCFullYear();

  interface List {
    readonly read: (page: number, call: Call) => Promise<Paged<unknown>>;
    /** Tomorrow it is another list: it is not kept ready. */
    readonly isOfToday?: true;
  }
  const listed = (endpoint: (typeof TMDB_FILM_LISTS)['popular'] | (typeof TMDB_SERIES_LISTS)['popular'], list: List) =>
    route(
      endpoint,
      list.isOfToday ? {} : cached,
    )(async ({ query }, call) => pageAnswer(list.read(readPage(query.page), call)));
  const popular = (screen: Screen): List => ({ read: (page, { caller }) => lists.popular(screen, page, caller) });
  const top = (screen: Screen): List => ({ read: (page, { caller }) => lists.top(screen, page, caller) });
  const ofYear = (screen: Screen): List => ({
    read: (page, call) => lists.ofYear(yearNow(call), screen, page, call.caller),
    isOfToday: true,
  });
  const upcoming: List = { read: (page, call) => lists.upcoming(today(call), page, call.caller), isOfToday: true };
  const genres = (screen: Screen) => answered({ genres: genresFor(screen) });

  return [
    route(
      tmdbSearchFilm,
      cached,
    )(async ({ query }, { caller }) => {
      const { year, primary_release_year } = query as Readonly<Record<string, string | undefined>>;
      return pageAnswer(lists.titles(query.query, primary_release_year ?? year, 'film', readPage(query.page), caller));
    }),
    route(
      tmdbSearchTv,
      cached,
    )(async ({ query }, { caller }) => {
      const { year, first_air_date_year } = query as Readonly<Record<string, string | undefined>>;
      return pageAnswer(lists.titles(query.query, first_air_date_year ?? year, 'series', readPage(query.page), caller));
    }),
    route(
      tmdbSearchPerson,
      cached,
    )(async ({ query }, { caller }) => pageAnswer(lists.people(query.query, readPage(query.page), caller))),
    route(
      tmdbSearchMulti,
      cached,
    )(async ({ query }, { caller }) => pageAnswer(lists.multi(query.query, readPage(query.page), caller))),
    ...tmdbSearchOther.map((endpoint) =>
      route(endpoint, cached)(async ({ query }) => answered(emptyPage(readPage(query.page)))),
    ),
    route(
      tmdbFind,
      cached,
    )(async ({ params: { id }, query }, { caller }) => {
      if (query.external_source === undefined) throw invalid('external_source', 'is missing');
      return answered(await lists.find(id, query.external_source, caller));
    }),
    route(
      tmdbDiscoverFilm,
      cached,
    )(async ({ query }, { caller }) => pageAnswer(lists.discover(query, 'film', readPage(query.page), caller))),
    route(
      tmdbDiscoverTv,
      cached,
    )(async ({ query }, { caller }) => pageAnswer(lists.discover(query, 'series', readPage(query.page), caller))),
    route(
      tmdbTrending,
      cached,
    )(async ({ params, query }, { caller }) => {
      if (!TRENDS.includes(params.of) || !WINDOWS.includes(params.window)) throw failure('address_unknown');
      return pageAnswer(lists.trending(params.of, readPage(query.page), caller));
    }),
    listed(TMDB_FILM_LISTS.popular, popular('film')),
    listed(TMDB_FILM_LISTS.top_rated, top('film')),
    listed(TMDB_FILM_LISTS.upcoming, upcoming),
    listed(TMDB_FILM_LISTS.now_playing, ofYear('film')),
    listed(TMDB_SERIES_LISTS.popular, popular('series')),
    listed(TMDB_SERIES_LISTS.top_rated, top('series')),
    listed(TMDB_SERIES_LISTS.on_the_air, ofYear('series')),
    listed(TMDB_SERIES_LISTS.airing_today, ofYear('series')),
    route(tmdbPersonPopular, cached)(async ({ query }) => answered(emptyPage(readPage(query.page)))),
    route(tmdbConfiguration, cached)(async () => answered(configurationOf(publicUrl))),
    route(tmdbFilmGenres, cached)(async () => genres('film')),
    route(tmdbTvGenres, cached)(async () => genres('series')),
    route(tmdbLanguages, cached)(async () => answered(languagesOf())),
    route(tmdbCountries, cached)(async () => answered(countriesOf())),
    ...TMDB_CERTIFICATIONS.map((endpoint) => route(endpoint, cached)(async () => answered({ certifications: {} }))),
    ...TMDB_PROVIDERS.map((endpoint) => route(endpoint, cached)(async () => answered({ results: [] }))),
  ];
};
