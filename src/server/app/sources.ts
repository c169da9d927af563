import { createImdbDatasets } from '#server/sources/imdb-datasets/source.ts';
import { createOmdb } from '#server/sources/omdb/source.ts';
import { createSample } from '#server/sources/sample/source.ts';
import type { Source } from '#server/sources/source.ts';
import { createTmdb } from '#server/sources/tmdb/source.ts';
import { createWikidataClient } from '#server/sources/wikidata/client.ts';
import { createWikidata } from '#server/sources/wikidata/source.ts';
import { createWikipedia } from '#server/sources/wikipedia/source.ts';
import type { Config } from './config.ts';
import { VERSION } from './version.ts';

/** The sources that records can be fetched from, those first whose word counts most. */
export const createSources = (
  { imdbDatasetsUrl, sources }: Pick<Config, 'imdbDatasetsUrl' | 'sources'>,
  languages: () => readonly string[],
): readonly Source[] => {
  const wikimedia = { ...sources.wikidata, version: VERSION };
  const items = createWikidataClient(wikimedia);
  return [
    createImdbDatasets({ from: imdbDatasetsUrl }),
    createTmdb(sources.tmdb),
    createOmdb(sources.omdb),
    createWikidata(wikimedia, items),
    createWikipedia({ ...wikimedia, ...sources.wikipedia, items, languages }),
    createSample(),
  ];
};
