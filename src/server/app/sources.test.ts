import { expect, it } from 'vitest';
import { LICENCES } from '#server/sources/licences.ts';
import { readConfig } from './config.ts';
import { createSources } from './sources.ts';
import { SETTING_NAMES } from './strangers.ts';

const sources = createSources(readConfig({}, '/'), () => ['de']);

it('has each source once, with the terms that the guide shows', () => {
  expect(sources.map(({ name }) => name)).toEqual(['imdb-datasets', 'tmdb', 'omdb', 'wikidata', 'wikipedia', 'sample']);
  for (const { name, licence } of sources) expect(Object.entries(LICENCES)).toContainEqual([name, licence]);
});

it('asks for credentials that are settings', () => {
  const asked = sources.flatMap(({ credentials }) => credentials.map(({ name }) => name));
  expect(asked.filter((name) => !SETTING_NAMES.some((known) => known === name))).toEqual([]);
});
