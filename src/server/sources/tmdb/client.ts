import { createOutbound } from '#server/platform/outbound/outbound.ts';
import { createPolite } from '#server/platform/outbound/polite.ts';
import { type Answer, wholeOf } from '../answer.ts';
import { type Ask, createAsking, type Fault } from '../asking.ts';
import { SourceError } from '../source-error.ts';

export interface TmdbOptions {
  readonly baseUrl: string;
  /** The API read access token; without it nobody is asked. */
  readonly token: string | undefined;
}

/** An answer with all that is appended to it, and how long one may take. */
const LARGEST_ANSWER = 8_388_608;
const TIMEOUT = 10_000;
/** TMDB bears about 40 requests a second. */
const MANNERS = { atOnce: 10, every: 25, keepFor: 600_000 } as const;

const FAULTS: Readonly<Record<number, Fault>> = {
  ...{ 3: 'refused', 7: 'refused', 10: 'refused', 14: 'refused', 16: 'refused', 17: 'refused', 33: 'refused' },
  ...{ 6: 'unknown', 34: 'unknown', 37: 'unknown', 25: 'limited' },
};

/** TMDB says in the body that it fails, whatever the status. */
const faultOf = ({ success, status_code }: Answer): Fault | null =>
  success === false ? (FAULTS[wholeOf(status_code) ?? 0] ?? 'unavailable') : null;

/** Asks TMDB for an address below its base. */
export const createTmdbClient = ({
  baseUrl,
  token,
}: TmdbOptions): ((path: string, signal: AbortSignal) => ReturnType<Ask>) => {
  const door = createOutbound({ baseUrl, timeout: TIMEOUT, maxBytes: LARGEST_ANSWER });
  const ask = createAsking({ source: 'tmdb', get: createPolite({ door, ...MANNERS }), faultOf });
  return async (path, signal) => {
    signal.throwIfAborted();
    if (token === undefined) throw new SourceError('tmdb', 'refused');
    return ask({ path, signal, headers: { authorization: `Bearer ${token}`, accept: 'application/json' } });
  };
};

export type TmdbClient = ReturnType<typeof createTmdbClient>;
