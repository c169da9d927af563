import type { TitleType } from '#contracts/catalog.ts';
import {
  type Answer,
  dayOf,
  keyOf,
  listOf,
  objectOf,
  positiveOf,
  textOf,
  textsOf,
  wholeOf,
  yearOf,
} from '../answer.ts';
import { type ExternalId, isExternalId } from '../external-id.ts';
import type { ToldPerson, ToldTitle } from '../record.ts';
import type { Picture } from '../source.ts';
import { creditsOf, type Keys } from './credits.ts';
import { akasOf, businessOf, keywordsOf, orElse, trailersOf } from './lists.ts';

/** TMDB's genres by the words that the catalogue has for them. */
const GENRES: Readonly<Record<string, readonly string[]>> = {
  'Action & Adventure': ['Action', 'Adventure'],
  Kids: ['Family'],
  Reality: ['Reality-TV'],
  'Science Fiction': ['Sci-Fi'],
  'Sci-Fi & Fantasy': ['Sci-Fi', 'Fantasy'],
  Soap: ['Drama'],
  Talk: ['Talk-Show'],
  'TV Movie': [],
  'War & Politics': ['War'],
};

const genresOf = (genres: unknown): readonly string[] => [
  ...new Set(textsOf(listOf(genres).map(({ name }) => name)).flatMap((name) => GENRES[name] ?? [name])),
];

const COUNTRY = /^[A-Z]{2}$/;
const LANGUAGE = /^[a-z]{2}$/;
/** No language, and TMDB's own word for Cantonese. */
const languageOf = (code: string): readonly string[] =>
  code === 'cn' ? ['yue'] : code !== 'xx' && LANGUAGE.test(code) ? [code] : [];

const codesOf = (list: unknown, key: string): readonly string[] => textsOf(listOf(list).map((one) => one[key]));

const countriesOf = (title: Answer): readonly string[] =>
  orElse(codesOf(title.production_countries, 'iso_3166_1'), () => textsOf(title.origin_country)).filter((code) =>
    COUNTRY.test(code),
  );

const languagesOf = (title: Answer): readonly string[] =>
  orElse(orElse(codesOf(title.spoken_languages, 'iso_639_1'), () => textsOf(title.languages)).flatMap(languageOf), () =>
    languageOf(textOf(title.original_language) ?? ''),
  );

/** The releases of a movie, of one country or of all: in cinemas first. */
const releasesOf = (title: Answer, country?: string): readonly Answer[] =>
  listOf(objectOf(title.release_dates).results)
    .filter(({ iso_3166_1 }) => country === undefined || iso_3166_1 === country)
    .flatMap(({ release_dates }) => listOf(release_dates))
    .toSorted((a, b) => Number(b.type === 3) - Number(a.type === 3));

const first = <T>(values: readonly (T | null)[]): T | null => values.find((value) => value !== null) ?? null;

const releaseDateOf = (title: Answer): string | null =>
  dayOf(title.release_date) ??
  releasesOf(title)
    .flatMap(({ release_date }) => dayOf(release_date) ?? [])
    .toSorted()[0] ??
  null;

/** In the United States, as the rating of a title is understood. */
const ratedOf = (title: Answer): string | null =>
  first([
    ...releasesOf(title, 'US').map(({ certification }) => textOf(certification)),
    ...listOf(objectOf(title.content_ratings).results)
      .filter(({ iso_3166_1 }) => iso_3166_1 === 'US')
      .map(({ rating }) => textOf(rating)),
  ]);

const isNumbered = (kind: 'movie' | 'name') => (id: ExternalId) => isExternalId(kind, id);
const idsOf = (kind: 'movie' | 'name', answer: Answer): readonly ExternalId[] => {
  const { tvdb_id, wikidata_id } = objectOf(answer.external_ids);
  const ids: readonly ExternalId[] = [
    { site: 'tmdb', id: String(answer.id) },
    { site: 'tvdb', id: String(tvdb_id) },
    { site: 'wikidata', id: String(wikidata_id) },
  ];
  return ids.filter(isNumbered(kind));
};

/** A picture of TMDB's in its full size. */
export const pictureOf = (path: unknown): Picture | null => {
  const file = textOf(path);
  return file !== null && /^\/[\w.-]+$/.test(file) ? `https://image.tmdb.org/t/p/original${file}` : null;
};

/** What is the same of movies, series and episodes. */
const commonOf = (id: number, answer: Answer, date: string | null): ToldTitle => ({
  id,
  releaseDate: date,
  year: yearOf(date),
  simplePlot: textOf(answer.overview),
  plot: textOf(answer.overview),
});

const titled = (title: string | null, original: string | null): Pick<ToldTitle, 'title' | 'originalTitle'> => {
  const name = title ?? original;
  return { ...(name !== null && { title: name }), originalTitle: original };
};

export interface Around {
  readonly people: Keys;
  /** Titles like it, by our keys. */
  readonly similar: readonly { readonly id: string; readonly title: string }[];
}

const richOf = (answer: Answer, { people, similar }: Around): Partial<ToldTitle> => ({
  adult: answer.adult === true,
  rated: ratedOf(answer),
  genres: genresOf(answer.genres),
  countries: countriesOf(answer),
  languages: languagesOf(answer),
  akas: akasOf(answer),
  credits: creditsOf(answer, people),
  lists: {
    business: businessOf(answer),
    keywords: keywordsOf(answer),
    trailers: trailersOf(answer),
    'similar-movies': similar.map(({ id, title }) => ({ title, imdbId: id })),
  },
  ids: idsOf('movie', answer),
});

const movieType = (answer: Answer): TitleType => {
  if (listOf(answer.genres).some(({ name }) => name === 'TV Movie')) return 'TVM';
  return answer.video === true ? 'V' : 'M';
};

export const movieOf = (id: number, answer: Answer, around: Around): ToldTitle => ({
  ...commonOf(id, answer, releaseDateOf(answer)),
  ...titled(textOf(answer.title), textOf(answer.original_title)),
  ...richOf(answer, around),
  type: movieType(answer),
  runtime: positiveOf(answer.runtime),
});

export const seriesOf = (id: number, answer: Answer, around: Around): ToldTitle => ({
  ...commonOf(id, answer, dayOf(answer.first_air_date)),
  ...titled(textOf(answer.name), textOf(answer.original_name)),
  ...richOf(answer, around),
  type: answer.type === 'Miniseries' ? 'TVMS' : 'S',
  endYear: answer.in_production === true ? null : yearOf(dayOf(answer.last_air_date)),
  runtime: first((Array.isArray(answer.episode_run_time) ? answer.episode_run_time : []).map(positiveOf)),
});

/** An episode as a season lists it. */
export const episodeOf = (id: number, series: number, answer: Answer): ToldTitle => ({
  ...commonOf(id, answer, dayOf(answer.air_date)),
  ...titled(textOf(answer.name), null),
  type: 'E',
  runtime: positiveOf(answer.runtime),
  episode: { series, season: wholeOf(answer.season_number), number: wholeOf(answer.episode_number) },
});

const PROFESSIONS: Readonly<Record<string, string>> = {
  Directing: 'director',
  Writing: 'writer',
  Production: 'producer',
  Editing: 'editor',
};

const professionsOf = ({ known_for_department, gender }: Answer): readonly string[] => {
  if (known_for_department === 'Acting') return [gender === 1 ? 'actress' : 'actor'];
  const profession = PROFESSIONS[textOf(known_for_department) ?? ''];
  return profession === undefined ? [] : [profession];
};

export const personOf = (id: number, answer: Answer): ToldPerson => {
  const name = textOf(answer.name);
  return {
    id,
    ...(name !== null && { name }),
    birthDate: dayOf(answer.birthday),
    birthPlace: textOf(answer.place_of_birth),
    deathDate: dayOf(answer.deathday),
    professions: professionsOf(answer),
    biography: textOf(answer.biography),
    lists: { alternative: textsOf(answer.also_known_as).map((alternateName) => ({ alternateName })) },
    ids: idsOf('name', answer),
  };
};

/** The IMDb id that TMDB has for something, by what kind it has to be of. */
export const ownKeyOf = (kind: 'movie' | 'name', answer: Answer): number | null =>
  keyOf(kind, answer.imdb_id ?? objectOf(answer.external_ids).imdb_id);
