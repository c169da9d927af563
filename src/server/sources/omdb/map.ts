import type { TitleType } from '#contracts/catalog.ts';
import { type Answer, dayOf, keyOf, listOf, positiveOf, textOf, wholeOf, yearOf } from '../answer.ts';
import type { ToldTitle } from '../record.ts';
import type { Picture } from '../source.ts';
import { countryOf, languageOf } from './names.ts';

const TYPES: Readonly<Record<string, TitleType>> = { movie: 'M', series: 'S', episode: 'E', game: 'VG' };

export const typeOf = (answer: Answer): TitleType | null => TYPES[textOf(answer.Type) ?? ''] ?? null;

/** Everything is a text at OMDb, and what it does not know is 'N/A'. */
export const saidOf = (value: unknown): string | null => {
  const text = textOf(value);
  return text === null || text.toUpperCase() === 'N/A' ? null : text;
};

const namesOf = (value: unknown): readonly string[] => [
  ...new Set((saidOf(value) ?? '').split(',').flatMap((name) => saidOf(name) ?? [])),
];

const amountOf = (value: unknown): number | null => positiveOf((saidOf(value) ?? '').replaceAll(',', ''));

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

/** '05 May 2017', or '2017-05-05' in the list of a season. */
const dateOf = (value: unknown): string | null => {
  const [, day = '', month = '', year = ''] = /^(\d{1,2}) ([A-Z][a-z]{2}) (\d{4})$/.exec(saidOf(value) ?? '') ?? [];
  const number = MONTHS.indexOf(month) + 1;
  return dayOf(number > 0 ? `${year}-${String(number).padStart(2, '0')}-${day.padStart(2, '0')}` : value);
};

/** '2013–2020', '2013–', '2013': with the dash that is as long as an n, or any other. */
const yearsOf = (value: unknown) => {
  const [, from, to] = /^(\d{4})(?:\s*[-–—]\s*(\d{4})?)?$/.exec(saidOf(value) ?? '') ?? [];
  return { year: from === undefined ? null : Number(from), endYear: to === undefined ? null : Number(to) };
};

/** '136 min', '2 h 16 min', '1,440 min'. */
const runtimeOf = (value: unknown): number | null => {
  const said = (saidOf(value) ?? '').replaceAll(',', '');
  const [, hours = '0', minutes = '0'] = /^(?:(\d{1,4}) h)?\s*(?:(\d{1,6}) min)?$/.exec(said) ?? [];
  return positiveOf(Number(hours) * 60 + Number(minutes));
};

const ratingOf = (value: unknown): number | null => {
  const said = saidOf(value) ?? '';
  return /^\d{1,2}(?:\.\d+)?$/.test(said) && Number(said) <= 10 ? Number(said) : null;
};

const metascoreOf = (value: unknown): number | null => {
  const score = amountOf(value);
  return score !== null && score <= 100 ? score : null;
};

const grossOf = (value: unknown) => {
  const [, digits] = /^\$([\d,]{1,20})$/.exec(saidOf(value) ?? '') ?? [];
  const amount = Number((digits ?? '').replaceAll(',', ''));
  if (!Number.isSafeInteger(amount) || amount === 0) return [];
  return [{ type: 'GROSS', amount, currency: 'USD', country: null, countryCode: 'US', date: null, remarks: null }];
};

export const pictureOf = (value: unknown): Picture | null => {
  const url = saidOf(value);
  return url !== null && URL.canParse(url) && new URL(url).protocol === 'https:' ? (url as `https://${string}`) : null;
};

/** Where an episode stands; of anything else nothing is said. */
const placeOf = (answer: Answer): Pick<ToldTitle, 'episode'> => {
  const series = keyOf('movie', answer.seriesID);
  if (series === null) return {};
  return { episode: { series, season: wholeOf(saidOf(answer.Season)), number: wholeOf(saidOf(answer.Episode)) } };
};

/** A title from its answer with the short plot, and the long one. */
export const titleOf = (id: number, answer: Answer, plot: unknown): ToldTitle => {
  const [title, type] = [saidOf(answer.Title), typeOf(answer)];
  return {
    id,
    ...(title !== null && { title }),
    ...(type !== null && { type }),
    ...yearsOf(answer.Year),
    ...placeOf(answer),
    releaseDate: dateOf(answer.Released),
    rated: saidOf(answer.Rated),
    runtime: runtimeOf(answer.Runtime),
    genres: namesOf(answer.Genre),
    countries: namesOf(answer.Country).flatMap((name) => countryOf(name) ?? []),
    languages: [...new Set(namesOf(answer.Language).flatMap((name) => languageOf(name) ?? []))],
    rating: ratingOf(answer.imdbRating),
    votes: amountOf(answer.imdbVotes),
    metascore: metascoreOf(answer.Metascore),
    simplePlot: saidOf(answer.Plot),
    plot: saidOf(plot),
    lists: { business: grossOf(answer.BoxOffice) },
  };
};

/** The episodes that a season lists; those without an id are none of ours. */
export const episodesOf = (series: number, season: number, answer: Answer): ToldTitle[] =>
  listOf(answer.Episodes).flatMap((one) => {
    const [id, title, date] = [keyOf('movie', one.imdbID), saidOf(one.Title), dateOf(one.Released)];
    if (id === null || title === null) return [];
    const episode = { series, season, number: wholeOf(saidOf(one.Episode)) };
    return [{ id, type: 'E', title, releaseDate: date, year: yearOf(date), rating: ratingOf(one.imdbRating), episode }];
  });

/** What OMDb says and no record can hold: awards are only summed up, people have no ids. */
export const leftOf = (answer: Answer): string[] => {
  const people = ['Director', 'Writer', 'Actors'].flatMap((part) => namesOf(answer[part]));
  const strange = [
    ...namesOf(answer.Country).filter((name) => countryOf(name) === null),
    ...namesOf(answer.Language).filter((name) => languageOf(name) === null),
  ];
  const awards = saidOf(answer.Awards);
  return [
    ...(awards === null ? [] : [`OMDb only sums up the awards: ${awards}`]),
    ...(people.length === 0 ? [] : [`OMDb names people without their ids: ${[...new Set(people)].join(', ')}`]),
    ...(strange.length === 0 ? [] : [`OMDb names what is no known country or language: ${strange.join(', ')}`]),
  ];
};
