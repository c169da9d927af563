import { createOutbound, type Outbound } from '#server/platform/outbound/outbound.ts';
import { createPolite } from '#server/platform/outbound/polite.ts';
import { type Answer, objectOf, textOf, wholeOf } from '../answer.ts';
import { createAsking } from '../asking.ts';
import { SourceError } from '../source-error.ts';
import { agentOf } from '../wikidata/client.ts';

export interface WikipediaOptions {
  /** Where a language's Wikipedia is; `{language}` stands in it for the language. */
  readonly baseUrl: string;
  /** How Wikimedia reaches the operator of this installation; without it nobody is asked. */
  readonly contact: string | undefined;
  readonly version: string;
}

/** The beginning of a page, with what its licence asks to be shown. */
export interface Extract {
  readonly text: string;
  readonly page: string;
  readonly revision: number | null;
  readonly url: string | null;
}

export const NAME = 'wikipedia';
const TIMEOUT = 30_000;
const LARGEST_ANSWER = 1_048_576;
/** With what Wikidata's client takes, three at a time and 200 a minute: Wikimedia's rules. */
const MANNERS = { atOnce: 1, every: 600, keepFor: 3_600_000 } as const;

const extractOf = (answer: Answer): Extract | null => {
  const [text, page] = [textOf(answer.extract), textOf(answer.title)];
  if (answer.type === 'disambiguation' || text === null || page === null) return null;
  const url = textOf(objectOf(objectOf(answer.content_urls).desktop).page);
  return { text, page, revision: wholeOf(answer.revision), url: url?.startsWith('https://') ? url : null };
};

export const createWikipediaClient = ({ baseUrl, contact, version }: WikipediaOptions) => {
  const doors = new Map<string, Outbound>();
  const doorOf = (language: string): Outbound => {
    const known = doors.get(language);
    if (known) return known;
    const at = baseUrl.replace('{language}', language);
    const door = createOutbound({ baseUrl: at, timeout: TIMEOUT, maxBytes: LARGEST_ANSWER });
    doors.set(language, door);
    return door;
  };
  // One queue for all languages: the rules count who asks, not whom. The first part of a path is the language.
  const door = {
    request: ({ path, ...request }: Parameters<Outbound['request']>[0]) => {
      const end = path.indexOf('/', 1);
      return doorOf(path.slice(1, end)).request({ ...request, path: path.slice(end) });
    },
  };
  const ask = createAsking({ source: NAME, get: createPolite({ door, ...MANNERS }), faultOf: () => null });

  /** How a page begins; null where it is not there, or is a list of others. */
  return async (language: string, page: string, signal: AbortSignal): Promise<Extract | null> => {
    signal.throwIfAborted();
    if (contact === undefined) throw new SourceError(NAME, 'refused');
    const name = encodeURIComponent(page.replaceAll(' ', '_'));
    const path = `/${language}/api/rest_v1/page/summary/${name}?redirect=false`;
    const headers = { 'user-agent': agentOf(version, contact), accept: 'application/json' };
    const answer = await ask({ path, signal, headers });
    return answer === 'unknown' ? null : extractOf(answer);
  };
};
