import { setTimeout as pause } from 'node:timers/promises';
import { createFlights } from './flights.ts';
import { type Outbound, type OutboundAnswer, OutboundError } from './outbound.ts';
import { createTurns } from './turns.ts';

export interface PoliteOptions {
  readonly door: Pick<Outbound, 'request'>;
  /** How many requests the other side bears at the same time. */
  readonly atOnce: number;
  /** Ms between the beginnings of two requests. */
  readonly every: number;
  /** Ms that an answer is kept. */
  readonly keepFor: number;
  readonly now?: () => number;
  readonly wait?: (ms: number, signal: AbortSignal) => Promise<unknown>;
}

export interface PoliteRequest {
  /** Begins with a slash, below the base address. */
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly signal: AbortSignal;
}

/** Of all kept answers of one service, in bytes. */
const KEPT_BYTES = 16_777_216;

interface Kept {
  readonly answer: OutboundAnswer;
  readonly until: number;
}

const createShelf = (keepFor: number, now: () => number) => {
  const kept = new Map<string, Kept>();
  let bytes = 0;
  const drop = (key: string): void => {
    bytes -= kept.get(key)?.answer.body.byteLength ?? 0;
    kept.delete(key);
  };
  return {
    take: (key: string): OutboundAnswer | undefined => {
      const found = kept.get(key);
      if (found && found.until <= now()) drop(key);
      return found && found.until > now() ? found.answer : undefined;
    },
    put: (key: string, answer: OutboundAnswer): void => {
      drop(key);
      kept.set(key, { answer, until: now() + keepFor });
      bytes += answer.body.byteLength;
      for (const oldest of kept.keys()) {
        if (bytes <= KEPT_BYTES) break;
        drop(oldest);
      }
    },
  };
};

/**
 * GET requests to a service that others share: some at a time, not too fast, the same one once, an answer kept for a
 * while. Who has been told to come again later is not asked before that.
 */
export const createPolite = ({
  door,
  atOnce,
  every,
  keepFor,
  now = Date.now,
  wait = (ms, signal) => pause(ms, undefined, { signal }),
}: PoliteOptions) => {
  const turn = createTurns({ atOnce, every, now, wait });
  const flight = createFlights<OutboundAnswer>();
  const shelf = createShelf(keepFor, now);
  let limit: { readonly error: OutboundError; readonly until: number } | null = null;

  const ask = async (path: string, headers: PoliteRequest['headers'], signal: AbortSignal): Promise<OutboundAnswer> => {
    if (limit && limit.until > now()) throw limit.error.again(limit.until - now());
    try {
      return await door.request({ method: 'GET', path, repeatable: true, signal, ...(headers && { headers }) });
    } catch (error) {
      if (error instanceof OutboundError && error.status === 429 && error.retryAfter !== null)
        limit = { error, until: now() + error.retryAfter };
      throw error;
    }
  };

  return async ({ path, headers, signal }: PoliteRequest): Promise<OutboundAnswer> => {
    const key = JSON.stringify([path, headers]);
    const held = shelf.take(key);
    if (held) return held;
    return flight(key, signal, async (end) => {
      const answer = await turn(end, () => ask(path, headers, end));
      if (answer.status === 200 || answer.status === 404) shelf.put(key, answer);
      return answer;
    });
  };
};

export type Polite = ReturnType<typeof createPolite>;
