import { SOURCE_NAMES } from '#server/sources/source.ts';
import type { Configuration, Setting } from '../configuration/configuration.service.ts';
import { oneOf, whole } from '../configuration/form.rules.ts';
import type { Visibility } from './visibility.ts';

const areSources = (text: string): boolean =>
  text.trim() === '*' || text.split(',').every((name) => SOURCE_NAMES.some((known) => known === name.trim()));

const FEED_DAYS = { min: 1, max: 36_500 } as const;

export const CATALOG_SETTINGS: readonly Setting[] = [
  {
    key: 'API_ADULT',
    value: '0',
    takes: oneOf('0', '1'),
    description: '1: adult titles stand in search, charts and lists too; they are always answered by id.',
  },
  {
    key: 'SOURCES_PUBLIC',
    value: '*',
    takes: { words: `* or some of ${SOURCE_NAMES.join(', ')}, separated by commas`, fits: areSources },
    description: `The sources whose data is published, separated by commas (${SOURCE_NAMES.join(', ')}); * for all.`,
  },
  {
    key: 'CHANGES_DAYS',
    value: '90',
    takes: whole(FEED_DAYS),
    description: 'How many days the change feed (v1/changes) reaches back, at least 1; what is older is deleted.',
  },
];

/** Days that the change feed reaches back; what is no whole number from 1 means the first value. */
export const feedDaysOf = (configuration: Configuration) => (): number =>
  configuration.number('CHANGES_DAYS', FEED_DAYS);

/** What readers may see, by the settings of the moment. */
export const visibilityOf = (configuration: Configuration, publicUrl: string): (() => Visibility) => {
  const imageBase = `${publicUrl}/api/public/image/`;
  return () => {
    const named = configuration.text('SOURCES_PUBLIC').trim();
    const sources = named === '*' ? null : [...named.split(',').map((name) => name.trim()), 'editor'];
    return { imageBase, sources, adult: configuration.text('API_ADULT') === '1' };
  };
};
