import { FIRST_OWN_KEY } from '#server/kernel/ids.ts';
import { SOURCE_NAMES } from '#server/sources/source.ts';
import type { Configuration, Setting } from '../configuration/configuration.service.ts';
import { oneOf, typed, whole } from '../configuration/form.rules.ts';
import type { Priorities } from './merge.rules.ts';
import { PRIORITY_WORDS, readPriorities } from './priority.rules.ts';
import type { Visibility } from './visibility.ts';

const ALL = '*';
/** What editors have changed is always answered. */
const OFFERED = SOURCE_NAMES.filter((name) => name !== 'editor').join(', ');

/** The names of sources; empty for all. */
const sourcesIn = (text: string): readonly string[] | null => {
  if (text.trim() === ALL) return [];
  const named = text.split(',').map((name) => name.trim());
  return named.every((name) => SOURCE_NAMES.some((known) => known === name)) ? named : null;
};

/** At most so many, for each is a call for each record. */
const MOST_LANGUAGES = 30;

/** Languages of Wikipedias: de, en, pt. */
const languagesIn = (text: string): readonly string[] | null => {
  const named = text.split(',').map((name) => name.trim());
  const isList = named.every((name) => /^[a-z]{2,3}$/.test(name)) && new Set(named).size === named.length;
  return isList && named.length <= MOST_LANGUAGES ? named : null;
};
const LANGUAGE_WORDS = `up to ${MOST_LANGUAGES} languages by their codes of two or three small letters, separated by commas, each once`;

/** An id has ten digits at most. */
const OWN_IDS = { min: FIRST_OWN_KEY, max: 9_999_000_000, first: 9_000_000_000 } as const;

const PATIENCE = { min: 1, max: 3_600 } as const;

const FEED_DAYS = { min: 1, max: 36_500 } as const;

/** OMDb tells a short plot from a long one and rates for the United States, Wikidata says how precise a date is. */
const FIRST_PRIORITIES =
  'simplePlot=omdb,tmdb plot=omdb,tmdb rated=omdb,tmdb birthdate=wikidata,tmdb dateOfDead=wikidata,tmdb';

export const CATALOG_SETTINGS: readonly Setting[] = [
  {
    key: 'API_ADULT',
    value: '0',
    takes: oneOf('0', '1'),
    description:
      '1: adult titles stand in search, charts, carousels and similar titles too; by id and in filmographies they are always answered.',
  },
  {
    key: 'SOURCES_PUBLIC',
    value: '*',
    takes: typed(`* or some of ${OFFERED}, separated by commas`, sourcesIn),
    description: `The sources whose data is published, separated by commas (${OFFERED}); * for all. What editors have changed is always answered.`,
  },
  {
    key: 'SOURCES_PRIORITY',
    value: FIRST_PRIORITIES,
    takes: typed(PRIORITY_WORDS, readPriorities),
    description:
      'Fields in which the sources outrank each other otherwise than tmdb, omdb, wikidata, wikipedia, bundle, as in plot=omdb,tmdb.',
  },
  {
    key: 'SOURCES_LANGUAGES',
    value: 'en,de,es,fr,it,pt',
    takes: typed(LANGUAGE_WORDS, languagesIn),
    description: 'The languages in which plots and biographies are fetched from Wikipedia, as in en,de,fr.',
  },
  {
    key: 'SOURCES_SECONDS',
    value: '300',
    takes: whole(PATIENCE),
    description: 'How many seconds a source may take to tell of one record that is fetched.',
  },
  {
    key: 'CHANGES_DAYS',
    value: '90',
    takes: whole(FEED_DAYS),
    description:
      'How many days the change feed (v1/changes) reaches back, at least 1; what is older is deleted, but for the newest change.',
  },
  {
    key: 'OWN_IDS_FROM',
    value: String(OWN_IDS.first),
    takes: whole(OWN_IDS),
    description: 'Titles and people that editors make get ids from this number on, which IMDb does not give.',
  },
];

/** Whose word counts most in a field; the first value's where somebody has written what cannot be read. */
export const prioritiesOf = (configuration: Configuration) => (): Priorities =>
  readPriorities(configuration.text('SOURCES_PRIORITY')) ?? new Map();

/** The languages that texts are fetched in; none where somebody has written what cannot be read. */
export const languagesOf = (configuration: Configuration) => (): readonly string[] =>
  languagesIn(configuration.text('SOURCES_LANGUAGES')) ?? [];

/** How long a source may take for one record, in ms. */
export const patienceOf = (configuration: Configuration) => (): number =>
  1_000 * configuration.number('SOURCES_SECONDS');

/** The first id of records that editors make. */
export const ownIdsOf = (configuration: Configuration) => (): number => configuration.number('OWN_IDS_FROM');

/** Days that the change feed reaches back; what is no whole number from 1 means the first value. */
export const feedDaysOf = (configuration: Configuration) => (): number => configuration.number('CHANGES_DAYS');

/** What readers may see, by the settings of the moment. */
export const visibilityOf = (configuration: Configuration, publicUrl: string): (() => Visibility) => {
  const imageBase = `${publicUrl}/api/public/image/`;
  return () => {
    const named = sourcesIn(configuration.text('SOURCES_PUBLIC')) ?? [];
    const sources = named.length === 0 ? null : [...named, 'editor'];
    return { imageBase, sources, adult: configuration.text('API_ADULT').trim() === '1' };
  };
};
