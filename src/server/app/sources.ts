import { createImdbDatasets } from '#server/sources/imdb-datasets/source.ts';
import { createSample } from '#server/sources/sample/source.ts';
import type { Source } from '#server/sources/source.ts';

/** The sources that records can be fetched from, those first whose word counts most. */
export const createSources = ({ imdbDatasetsUrl }: { readonly imdbDatasetsUrl: string }): readonly Source[] => [
  createImdbDatasets({ from: imdbDatasetsUrl }),
  createSample(),
];
