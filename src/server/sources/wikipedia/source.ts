import type { RecordKind } from '#server/kernel/ids.ts';
import { objectOf, textOf } from '../answer.ts';
import { forEach } from '../asking.ts';
import type { ExternalId } from '../external-id.ts';
import { LICENCES } from '../licences.ts';
import type { Source } from '../source.ts';
import { SourceError } from '../source-error.ts';
import { labelOf } from '../wikidata/claims.ts';
import type { WikidataClient } from '../wikidata/client.ts';
import { contactOf, readOwn } from '../wikidata/own.ts';
import { createWikipediaClient, type Extract, NAME, type WikipediaOptions } from './client.ts';

interface Options extends WikipediaOptions {
  /** Knows which pages are about a record. */
  readonly items: WikidataClient;
  /** The languages that texts are wanted in. */
  readonly languages: () => readonly string[];
}

const PROBE_LANGUAGE = 'en';
/** A page that this Wikipedia has always had. */
const PROBE = 'Film';

interface Said {
  readonly language: string;
  readonly extract: Extract;
}

const originOf = ({ language, extract: { page, revision, url } }: Said) => ({
  ...{ languageCode: language, page, revision, pageUrl: url },
  ...{ licence: LICENCES[NAME].name, shortened: true },
});

/** Where its pages are is Wikidata's to say; that it fails is this source's failure. */
const ofWikidata = (error: unknown): never => {
  if (!(error instanceof SourceError)) throw error;
  throw new SourceError(NAME, error.kind, { retryAfter: error.retryAfter, cause: error });
};

/** Wikipedia: how the pages about a record begin, in the languages that are wanted. */
export const createWikipedia = ({ items, languages, ...options }: Options): Source => {
  const read = createWikipediaClient(options);

  const textsOf = async (kind: RecordKind, id: ExternalId, signal: AbortSignal) => {
    const own = await readOwn(items, kind, id, signal, 'labels|claims|sitelinks').catch(ofWikidata);
    if (own === null) return null;
    const links = objectOf(own.item.sitelinks);
    const wanted = languages().flatMap((language) => {
      const page = textOf(objectOf(links[`${language}wiki`]).title);
      return page === null ? [] : [{ language, page }];
    });
    const said = await forEach(wanted, signal, async ({ language, page }, both): Promise<Said[]> => {
      const extract = await read(language, page, both);
      return extract === null ? [] : [{ language, extract }];
    });
    const texts = said.flat();
    return { key: own.key, label: labelOf(own.item), texts };
  };

  const nothingElse = { picture: null, others: { titles: [], people: [] }, left: [] } as const;
  return {
    name: NAME,
    credentials: [contactOf(options.contact)],
    licence: LICENCES[NAME],
    freshness: { days: 30, tellsChanges: false },
    slow: false,
    sites: ['imdb', 'wikidata'],
    fetchTitle: async (id, { signal }) => {
      const found = await textsOf('movie', id, signal);
      if (found === null) return 'unknown';
      const { key, label, texts } = found;
      const plots = texts.map((one) => ({ plot: one.extract.text, ...originOf(one) }));
      const named = label === null ? {} : { title: label };
      return { record: { id: key, ...named, lists: { plots } }, ...nothingElse };
    },
    fetchPerson: async (id, { signal }) => {
      const found = await textsOf('name', id, signal);
      if (found === null) return 'unknown';
      const { key, label, texts } = found;
      const biographies = texts.map((one) => ({ biography: one.extract.text, ...originOf(one) }));
      const named = label === null ? {} : { name: label };
      return { record: { id: key, ...named, lists: { biographies } }, ...nothingElse };
    },
    probe: async ({ signal }) => void (await read(PROBE_LANGUAGE, PROBE, signal)),
    // Its pages are found by their items.
    search: null,
  };
};
