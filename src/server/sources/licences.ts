import { type Licence, SOURCE_NAMES, type SourceName } from './source.ts';

/** The terms of each source's data. A bundle's are those of what it holds, and an editor's words are the operator's. */
export const LICENCES: Readonly<Record<Exclude<SourceName, 'bundle' | 'editor'>, Licence>> = {
  sample: {
    data: 'the embedded catalogue',
    name: 'MIT',
    terms: 'written for this project, MIT like the software',
    url: null,
    notice: null,
    paidServing: true,
    passingOn: true,
  },
  'imdb-datasets': {
    data: "IMDb's non-commercial datasets",
    name: 'IMDb non-commercial licence',
    terms: 'personal and non-commercial use only; not to be republished or resold',
    url: 'https://developer.imdb.com/non-commercial-datasets/',
    notice: 'Information courtesy of IMDb (https://www.imdb.com). Used with permission.',
    paidServing: false,
    passingOn: false,
  },
  tmdb: {
    data: 'TMDB',
    name: 'TMDB API terms of use',
    terms: 'free for non-commercial use with the notice; commercial use by agreement with TMDB',
    url: 'https://www.themoviedb.org/api-terms-of-use',
    notice: 'This product uses the TMDB API but is not endorsed or certified by TMDB.',
    paidServing: false,
    passingOn: false,
  },
  omdb: {
    data: 'OMDb',
    name: 'CC BY-NC 4.0',
    terms: 'CC BY-NC 4.0',
    url: 'https://creativecommons.org/licenses/by-nc/4.0/',
    notice: 'Data from the OMDb API (https://www.omdbapi.com), CC BY-NC 4.0.',
    paidServing: false,
    passingOn: true,
  },
  wikidata: {
    data: 'Wikidata',
    name: 'CC0 1.0',
    terms: 'CC0',
    url: 'https://creativecommons.org/publicdomain/zero/1.0/',
    notice: null,
    paidServing: true,
    passingOn: true,
  },
  wikipedia: {
    data: 'Wikipedia',
    name: 'CC BY-SA 4.0',
    terms: 'CC BY-SA 4.0: with the page, a link and the licence beside each text, and under the same terms',
    url: 'https://creativecommons.org/licenses/by-sa/4.0/',
    notice: 'Text from Wikipedia (https://www.wikipedia.org), shortened, CC BY-SA 4.0.',
    paidServing: true,
    passingOn: true,
  },
};

/** Whether the terms of a source let its data be passed on as files. What a bundle holds may be anybody's. */
export const mayBePassedOn = (source: SourceName): boolean =>
  source === 'editor' || (source !== 'bundle' && LICENCES[source].passingOn);

/** Of the published sources, or of all where it is null, those whose data may be passed on. */
export const passedOn = (published: readonly string[] | null): readonly SourceName[] =>
  SOURCE_NAMES.filter((source) => mayBePassedOn(source) && (published === null || published.includes(source)));
