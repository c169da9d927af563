import type { RecordKind } from '#server/kernel/ids.ts';
import { createOutbound } from '#server/platform/outbound/outbound.ts';
import { createPolite } from '#server/platform/outbound/polite.ts';
import { type Answer, keyOf, listOf, objectOf, textOf } from '../answer.ts';
import { createAsking } from '../asking.ts';
import { isExternalId, type Site, type Space } from '../external-id.ts';
import { SourceError } from '../source-error.ts';
import { bestOf, saidOf } from './claims.ts';
import { agentOf, NAME } from './client.ts';

// What other sites call the titles and the people of IMDb, as Wikidata says it of all of them.

/** What a site calls a record. */
export interface ToldId {
  readonly site: Site;
  readonly space: Space;
  readonly id: string;
  readonly kind: RecordKind;
  readonly key: number;
}

interface Part {
  readonly property: string;
  readonly site: Site;
  readonly space: Space;
}

/** The property of an item that is its id at IMDb; the item itself is what Wikidata calls the record. */
const IMDB = 'P345';

/** What is read one after the other, by the property that says it. */
export const ID_PARTS: readonly Part[] = [
  { property: 'P4947', site: 'tmdb', space: 'film' },
  { property: 'P4983', site: 'tmdb', space: 'series' },
  { property: 'P4985', site: 'tmdb', space: 'person' },
  { property: 'P4835', site: 'tvdb', space: 'series' },
  { property: 'P12196', site: 'tvdb', space: 'film' },
  { property: 'P7043', site: 'tvdb', space: 'episode' },
  { property: IMDB, site: 'wikidata', space: 'item' },
];

const KINDS: readonly RecordKind[] = ['movie', 'name'];

/** The record that an id of IMDb's is of, where the number can be one of such a record. */
const toldOf = ({ site, space }: Part, id: string | null, imdb: unknown): readonly ToldId[] => {
  if (id === null) return [];
  return KINDS.flatMap((kind) => {
    const key = keyOf(kind, imdb);
    const fits = space === 'item' || (space === 'person') === (kind === 'name');
    return key !== null && fits && isExternalId(kind, { site, id }) ? [{ site, space, id, kind, key }] : [];
  });
};

/** What an item says of itself, in the form of the API and of the dumps. */
export const idsOfItem = (item: Answer): readonly ToldId[] => {
  const saying = (property: string): readonly unknown[] => bestOf(item, property).map(saidOf);
  return saying(IMDB).flatMap((imdb) =>
    ID_PARTS.flatMap((part) =>
      part.property === IMDB
        ? toldOf(part, textOf(item.id), imdb)
        : saying(part.property).flatMap((id) => toldOf(part, textOf(id), imdb)),
    ),
  );
};

/** A page of the statements of one property, and of each the id at IMDb where there is one. */
const questionOf = ({ property }: Part, offset: number, limit: number): string => {
  const page = `SELECT ?item ?id WHERE { ?item wdt:${property} ?id } LIMIT ${limit} OFFSET ${offset}`;
  const whole =
    property === IMDB ? page : `SELECT ?item ?id ?imdb WHERE { { ${page} } OPTIONAL { ?item wdt:${IMDB} ?imdb } }`;
  return `PREFIX wdt: <http://www.wikidata.org/prop/direct/> ${whole}`;
};

export interface IdPage {
  readonly ids: readonly ToldId[];
  /** Statements that were read; fewer than were asked for at the end. */
  readonly read: number;
}

const pageOf = (part: Part, answer: Answer): IdPage => {
  const { bindings } = objectOf(answer.results);
  if (!Array.isArray(bindings)) throw new SourceError(NAME, 'unreadable');
  const rows = listOf(bindings).map((row) => {
    const said = (name: string): string | null => textOf(objectOf(row[name]).value);
    return { item: said('item'), id: said('id'), imdb: said('imdb') };
  });
  const ids = rows.flatMap(({ item, id, imdb }) =>
    part.property === IMDB
      ? toldOf(part, /\/entity\/(Q\d+)$/.exec(item ?? '')?.[1] ?? null, id)
      : toldOf(part, id, imdb),
  );
  // An item with several ids at IMDb has several rows.
  return { ids, read: new Set(rows.map(({ item, id }) => `${item} ${id}`)).size };
};

export interface IdMapOptions {
  /** Where SPARQL is answered. */
  readonly queryUrl: string;
  /** How Wikimedia reaches the operator of this installation; without it nobody is asked. */
  readonly contact: string | undefined;
  readonly version: string;
  /** Statements of one question. */
  readonly pageSize?: number;
  /** Ms between the beginnings of two questions. */
  readonly every?: number;
}

const PAGE_SIZE = 25_000;
/** The service ends a question after a minute. */
const TIMEOUT = 75_000;
const LARGEST_ANSWER = 67_108_864;
/** One question at a time, and a pause between two of them. */
const EVERY = 1_000;
const MANNERS = { atOnce: 1, keepFor: 0 } as const;

/** The map of ids by questions, a page of a property at a time. */
export const createIdMap = ({ queryUrl, contact, version, pageSize = PAGE_SIZE, every = EVERY }: IdMapOptions) => {
  const { origin, pathname } = new URL(queryUrl);
  const door = createOutbound({ baseUrl: origin, timeout: TIMEOUT, maxBytes: LARGEST_ANSWER });
  const ask = createAsking({ source: NAME, get: createPolite({ door, every, ...MANNERS }), faultOf: () => null });
  return {
    pageSize,
    /** Whether the operator has said how to be reached. */
    mayAsk: contact !== undefined,
    /** Fails with SourceError, or with the signal's reason. */
    page: async (part: Part, offset: number, signal: AbortSignal): Promise<IdPage> => {
      if (contact === undefined) throw new SourceError(NAME, 'refused');
      const query = new URLSearchParams({ query: questionOf(part, offset, pageSize), format: 'json' });
      const headers = { 'user-agent': agentOf(version, contact), accept: 'application/sparql-results+json' };
      const answer = await ask({ path: `${pathname}?${query}`, signal, headers });
      if (answer === 'unknown') throw new SourceError(NAME, 'unavailable');
      return pageOf(part, answer);
    },
  };
};

export type IdMap = ReturnType<typeof createIdMap>;
