import { createOutbound } from '#server/platform/outbound/outbound.ts';
import { createPolite } from '#server/platform/outbound/polite.ts';
import { type Answer, listOf, objectOf, textOf } from '../answer.ts';
import { createAsking, type Fault, forEach } from '../asking.ts';
import { SourceError } from '../source-error.ts';

export interface WikidataOptions {
  readonly baseUrl: string;
  /** How Wikimedia reaches the operator of this installation; without it nobody is asked. */
  readonly contact: string | undefined;
  readonly version: string;
}

export const NAME = 'wikidata';
/** An item of a well-known person has half a megabyte. */
const LARGEST_ANSWER = 33_554_432;
const TIMEOUT = 30_000;
const AT_ONCE = 25;
/** Wikimedia's rules: three at a time, 200 a minute for who says who he is. Wikipedia has the rest of both. */
const MANNERS = { atOnce: 2, every: 600, keepFor: 3_600_000 } as const;

const FAULTS: Readonly<Record<string, Fault>> = {
  ...{ ratelimited: 'limited', maxlag: 'limited', 'no-such-entity': 'unknown' },
  ...{ blocked: 'refused', permissiondenied: 'refused' },
};

/** The API says with 200 that it fails. */
const faultOf = ({ error }: Answer): Fault | null =>
  error === undefined ? null : (FAULTS[textOf(objectOf(error).code) ?? ''] ?? 'unavailable');

/** Who asks, as Wikimedia wants it said. */
export const agentOf = (version: string, contact: string): string =>
  `Kinodex/${version} (${contact}) node/${process.versions.node}`;

export const createWikidataClient = ({ baseUrl, contact, version }: WikidataOptions) => {
  const door = createOutbound({ baseUrl, timeout: TIMEOUT, maxBytes: LARGEST_ANSWER });
  const ask = createAsking({ source: NAME, get: createPolite({ door, ...MANNERS }), faultOf });
  const query = async (asked: Readonly<Record<string, string>>, signal: AbortSignal): Promise<Answer> => {
    signal.throwIfAborted();
    if (contact === undefined) throw new SourceError(NAME, 'refused');
    const path = `/w/api.php?${new URLSearchParams({ ...asked, format: 'json' })}`;
    const headers = { 'user-agent': agentOf(version, contact), accept: 'application/json' };
    const answer = await ask({ path, signal, headers });
    return answer === 'unknown' ? {} : answer;
  };

  const some = async (ids: readonly string[], props: string, signal: AbortSignal) => {
    const { entities } = await query(
      { action: 'wbgetentities', ids: ids.join('|'), props, languages: 'en|mul' },
      signal,
    );
    return Object.entries(objectOf(entities)).flatMap(([id, said]) => {
      const item = objectOf(said);
      // One that was merged into another may stand under the other's id.
      const asked = textOf(objectOf(item.redirects).from) ?? id;
      return item.missing === undefined ? [[asked, item] as const] : [];
    });
  };

  return {
    /** The item that has this id of IMDb's. */
    find: async (id: string, signal: AbortSignal): Promise<string | null> => {
      const asked = { action: 'query', list: 'search', srsearch: `haswbstatement:P345=${id}`, srlimit: '1' };
      const answer = await query(asked, signal);
      if (objectOf(answer.query).search === undefined) throw new SourceError(NAME, 'unreadable');
      const [hit] = listOf(objectOf(answer.query).search);
      return textOf(hit?.title);
    },
    /** Items by their ids, some at a time. */
    read: async (ids: Iterable<string>, signal: AbortSignal, props = 'labels|claims'): Promise<Map<string, Answer>> => {
      const all = [...new Set(ids)];
      const parts = Array.from({ length: Math.ceil(all.length / AT_ONCE) }, (_, at) =>
        all.slice(at * AT_ONCE, (at + 1) * AT_ONCE),
      );
      const found = await forEach(parts, signal, (part, both) => some(part, props, both));
      return new Map(found.flat());
    },
  };
};

export type WikidataClient = ReturnType<typeof createWikidataClient>;
