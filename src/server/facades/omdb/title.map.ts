import type { Static } from 'typebox';
import type { Title, TitlePart } from '#contracts/catalog.ts';
import type { OmdbEpisode, OmdbFilm, OmdbSeries } from '#contracts/omdb.api.ts';
import { awardsOf } from './awards.map.ts';
import { countryName, languageName } from './names.map.ts';
import {
  dayInWords,
  dollars,
  known,
  minutes,
  omdbType,
  posterOf,
  ratingOf,
  UNKNOWN,
  votesOf,
  yearIn,
  yearsOf,
} from './values.map.ts';

/** The parts of a title that an answer is made from. */
export const PARTS: readonly TitlePart[] = ['actors', 'awards', 'business', 'countries', 'crew', 'genres', 'languages'];

/** So many actors are named. */
const ACTORS = 4;

const listed = (names: readonly string[] = []): string => known([...new Set(names)].join(', '));

const crewOf = ({ crew = [] }: Title, type: 'DIRECTOR' | 'WRITER'): string =>
  listed(crew.filter((one) => one.type === type).map(({ name }) => name.name));

/** Main actors; where none is said to be one, whoever comes first. */
const actorsOf = ({ actors = [] }: Title): string => {
  const main = actors.filter((one) => one.main);
  return listed((main.length > 0 ? main : actors).slice(0, ACTORS).map(({ name }) => name.name));
};

/** What it grossed in the United States, as last told. */
const boxOfficeOf = ({ business = [] }: Title): string => {
  const told = business.filter(
    ({ type, currency, countryCode }) => type === 'GROSS' && currency === 'USD' && countryCode === 'US',
  );
  return dollars(told.length === 0 ? undefined : Math.max(...told.map(({ amount }) => amount)));
};

const scoresOf = ({ rating, metascore }: Title) => [
  ...(rating === null ? [] : [{ Source: 'Internet Movie Database' as const, Value: `${ratingOf(rating)}/10` }]),
  ...(metascore === null ? [] : [{ Source: 'Metacritic' as const, Value: `${metascore}/100` }]),
];

/** The short plot is in the catalogue's own language only. */
const plotOf = ({ plot, simplePlot, plotFrom }: Title, isFull: boolean): string =>
  known(isFull || plotFrom ? (plot ?? simplePlot) : (simplePlot ?? plot));

const until = (title: Title) => ({
  Title: known(title.title),
  Year: yearsOf({ ...title, year: title.year ?? yearIn(title.releaseDate) }),
  Rated: known(title.rated),
  Released: dayInWords(title.releaseDate),
});

const between = (title: Title, isFull: boolean) => ({
  Runtime: minutes(title.runtime),
  Genre: listed(title.genres?.map(({ genre }) => genre)),
  Director: crewOf(title, 'DIRECTOR'),
  Writer: crewOf(title, 'WRITER'),
  Actors: actorsOf(title),
  Plot: plotOf(title, isFull),
  Language: listed(title.languages?.map(languageName)),
  Country: listed(title.countries?.map(countryName)),
  Awards: known(awardsOf(title.awards ?? [])),
  Poster: posterOf(title.posterUrl),
  Ratings: scoresOf(title),
  Metascore: known(title.metascore),
  imdbRating: ratingOf(title.rating),
  imdbVotes: votesOf(title.votes, title.type),
  imdbID: title.imdbId,
});

const Response = 'True' as const;

/** A title as OMDb tells it: its keys in OMDb's order. */
export const titleOf = (
  title: Title,
  isFull: boolean,
): Static<typeof OmdbFilm> | Static<typeof OmdbSeries> | Static<typeof OmdbEpisode> => {
  const type = omdbType(title.type);
  if (type === 'episode') {
    const { season, episode, imdbId } = title.series ?? {};
    return {
      ...until(title),
      Season: known(season),
      Episode: known(episode),
      ...between(title, isFull),
      seriesID: known(imdbId),
      Type: type,
      Response,
    };
  }
  const first = { ...until(title), ...between(title, isFull) };
  if (type === 'series') return { ...first, Type: type, totalSeasons: known(title.totalSeasons || null), Response };
  return {
    ...first,
    Type: type,
    DVD: UNKNOWN,
    BoxOffice: boxOfficeOf(title),
    Production: UNKNOWN,
    Website: UNKNOWN,
    Response,
  };
};
