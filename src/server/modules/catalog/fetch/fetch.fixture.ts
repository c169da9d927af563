import type { Failure } from '#server/kernel/failure.ts';
import { jsonText } from '#server/kernel/json.ts';
import type { Database } from '#server/platform/db/database.ts';
import type { ExternalId } from '#server/sources/external-id.ts';
import { LICENCES } from '#server/sources/licences.ts';
import type { ToldPerson, ToldTitle } from '#server/sources/record.ts';
import type { Call, Fetched, Picture, Source } from '#server/sources/source.ts';
import { silentLog } from '#test/support/log.ts';
import { createFetching, type FetchingOptions } from './fetch.service.ts';

type Tell = (call: Call) => Promise<ToldTitle | ToldPerson | 'unknown'>;

interface Telling {
  readonly name: 'tmdb' | 'omdb' | 'wikidata' | 'sample';
  readonly tell: Tell;
  readonly left?: readonly string[];
  readonly people?: readonly ToldPerson[];
  readonly titles?: readonly ToldTitle[];
  readonly given?: boolean;
  readonly slow?: boolean;
}

/** A source that tells what a test has it tell, and counts how often it is asked. */
export const sourceTelling = ({
  name,
  tell,
  left = [],
  people = [],
  titles = [],
  given = true,
  slow = false,
}: Telling) => {
  const state = { asked: 0 };
  const answer = async (call: Call): Promise<Fetched<never> | 'unknown'> => {
    state.asked += 1;
    const record = await tell(call);
    return record === 'unknown' ? record : { record: record as never, picture: null, others: { titles, people }, left };
  };
  const source: Source = {
    name,
    credentials: [{ name: 'A_KEY', description: '', required: true, secret: true, given }],
    licence: LICENCES[name],
    freshness: { days: 7, tellsChanges: false },
    slow,
    sites: ['imdb'],
    fetchTitle: (_, call) => answer(call),
    fetchPerson: (_, call) => answer(call),
    search: null,
  };
  return { source, state };
};

/** Fetching into a database from sources of a test, with what could not be fetched. */
export const fetchingOn = (db: Database) => {
  const failures: Failure[] = [];
  const fetchingFrom = (sources: readonly Source[], changed: Partial<FetchingOptions> = {}) =>
    createFetching({
      ...{ db, sources, log: silentLog },
      follow: async () => undefined,
      priorities: () => new Map(),
      limit: () => 60_000,
      parts: { read: async () => ({ found: jsonText('{}') }) },
      onFailed: async (_id, _by, failed) => failures.push(failed),
      ...changed,
    });
  return { fetchingFrom, failures };
};

/** A source that has pictures of these records, and keeps in mind of which it was asked. */
export const sourceWithPictures = (name: 'tmdb' | 'omdb', known: Readonly<Record<string, Picture>>, given = true) => {
  const asked: string[] = [];
  const { source } = sourceTelling({
    name,
    given,
    tell: async () => Promise.reject(new Error('the record is not asked for')),
  });
  const findPicture = async (_: unknown, { id }: ExternalId): Promise<Picture | null> => {
    asked.push(id);
    return known[id] ?? null;
  };
  return { source: { ...source, findPicture } satisfies Source, asked };
};
