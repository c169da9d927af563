import type { TitleType } from '#contracts/catalog.ts';
import type { RecordKind } from '#server/kernel/ids.ts';
import type { ExternalId, Site } from './external-id.ts';
import type { Told, ToldPerson, ToldTitle } from './record.ts';

/** Whoever the data of a record can be of. */
export const SOURCE_NAMES = [
  'sample',
  'imdb-datasets',
  'tmdb',
  'omdb',
  'wikidata',
  'wikipedia',
  'bundle',
  'editor',
] as const;
export type SourceName = (typeof SOURCE_NAMES)[number];

/** Something that the operator must or may give before a source can be asked. */
export interface Credential {
  /** The key of the setting that holds it. */
  readonly name: string;
  /** For the operator: what it is and where to get it. */
  readonly description: string;
  readonly required: boolean;
  /** Whether the operator has given it. */
  readonly given: boolean;
  /** Shown masked, and never part of a text. */
  readonly secret: boolean;
}

export interface Licence {
  /** What it is about, as a reader knows it. */
  readonly data: string;
  readonly name: string;
  /** What may be done with the data, in a few words. */
  readonly terms: string;
  readonly url: string | null;
  /** The words that have to stand where the data is shown. */
  readonly notice: string | null;
  /** Whether answers that are paid for may hold the data. */
  readonly paidServing: boolean;
  /** Whether files that hold the data may be given to others. */
  readonly passingOn: boolean;
}

export interface Freshness {
  /** Days after which a record should be fetched again; null when it never changes. */
  readonly days: number | null;
  /** Whether the source says which of its records have changed. */
  readonly tellsChanges: boolean;
}

/** Where the poster of a title or the portrait of a person is; 'drawn' is made from the record. */
export type Picture = 'drawn' | `https://${string}`;

/** What a source knows of one record. */
export interface Fetched<Record extends ToldTitle | ToldPerson> {
  readonly record: Record;
  readonly picture: Picture | null;
  /** Records that this one needs: the people whom a title credits, the episodes of a series. */
  readonly others: Told;
  /** What it knows of the record and could not tell, in sentences for the operator. */
  readonly left: readonly string[];
}

export interface Wanted {
  readonly kind: RecordKind;
  /** A title or a name, or the beginnings of its words. */
  readonly words: string;
  /** Only those that began in this year; null for any. */
  readonly year: number | null;
}

/** Something that a search may have meant. */
export interface Candidate {
  /** Any of them fetches it. */
  readonly ids: readonly [ExternalId, ...ExternalId[]];
  /** The title or the person's name. */
  readonly name: string;
  /** When the title came out or the person was born. */
  readonly year: number | null;
  /** Null for a person, and where the source does not say. */
  readonly type: TitleType | null;
  readonly picture: Picture | null;
}

export const MOST_CANDIDATES = 20;

export interface Call {
  readonly signal: AbortSignal;
}

/** The best first, MOST_CANDIDATES of them at most. */
export type Search = (wanted: Wanted, call: Call) => Promise<readonly Candidate[]>;
type Fetch<Record extends ToldTitle | ToldPerson> = (
  id: ExternalId,
  call: Call,
) => Promise<Fetched<Record> | 'unknown'>;

/** Where the picture of one record is; null where the source has none, or does not know the record. */
export type FindPicture = (kind: RecordKind, id: ExternalId, call: Call) => Promise<Picture | null>;

/**
 * Where records can be fetched from. The same answer of its service gives the same values. Calls fail with SourceError, or
 * with the signal's reason; an id of a site that it does not know, or that no record can have, is 'unknown' and is asked
 * of nobody.
 */
export interface Source {
  readonly name: SourceName;
  readonly credentials: readonly Credential[];
  readonly licence: Licence;
  readonly freshness: Freshness;
  /** One record takes minutes and gigabytes: it is asked for one only when somebody names it. */
  readonly slow: boolean;
  /** By whose ids it finds a record. */
  readonly sites: readonly Site[];
  readonly fetchTitle: Fetch<ToldTitle>;
  readonly fetchPerson: Fetch<ToldPerson>;
  /** Null for a source that cannot search. */
  readonly search: Search | null;
  /** Left out by a source that has no pictures; asks for less than a fetch of the record does. */
  readonly findPicture?: FindPicture;
  /** Asks for as little as shows that the service answers and lets in; left out by a source that asks nobody. */
  readonly probe?: (call: Call) => Promise<void>;
}
