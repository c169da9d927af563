import type { Static } from 'typebox';
import type { OmdbSearch, OmdbSeason } from '#contracts/omdb.api.ts';
import type { titleOf } from './title.map.ts';
import type { Element } from './xml.ts';

/** What OMDb leaves out of its XML, or says in the root. */
const NO_ATTRIBUTE: ReadonlySet<string> = new Set([
  'Ratings',
  'DVD',
  'BoxOffice',
  'Production',
  'Website',
  'Response',
  'Episodes',
  'Search',
]);

const attributesOf = (value: object): Readonly<Record<string, string>> =>
  Object.fromEntries(
    Object.entries(value)
      .filter(([key]) => !NO_ATTRIBUTE.has(key))
      .map(([key, text]) => [`${key.charAt(0).toLowerCase()}${key.slice(1)}`, String(text)]),
  );

const resultOf = (value: object): Element => ({ name: 'result', attributes: attributesOf(value) });

export const titleElement = (title: ReturnType<typeof titleOf>): Element => ({
  name: 'root',
  attributes: { response: 'True' },
  children: [{ name: 'movie', attributes: attributesOf(title) }],
});

export const seasonElement = (season: Static<typeof OmdbSeason>): Element => ({
  name: 'root',
  attributes: { ...attributesOf(season), response: 'True' },
  children: season.Episodes.map(resultOf),
});

export const searchElement = (search: Static<typeof OmdbSearch>): Element => ({
  name: 'root',
  attributes: { ...attributesOf(search), response: 'True' },
  children: search.Search.map(resultOf),
});
