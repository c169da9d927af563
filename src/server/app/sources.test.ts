import { expect, it } from 'vitest';
import { LICENCES } from '#server/sources/licences.ts';
import { createSources } from './sources.ts';

it('has each source once, with the terms that the guide shows', () => {
  const sources = createSources({ imdbDatasetsUrl: 'http://127.0.0.1:1' });
  expect(sources.map(({ name }) => name)).toEqual(['imdb-datasets', 'sample']);
  for (const { name, licence } of sources) expect(Object.entries(LICENCES)).toContainEqual([name, licence]);
});
