import { type IncomingMessage, type RequestOptions, request as requestPlain } from 'node:http';
import { request as requestSecure } from 'node:https';
import { setTimeout as pause } from 'node:timers/promises';
import { tellCall } from './calls.ts';
import { createGuard, type GuardOptions } from './guard.ts';
import { OutboundError } from './outbound.ts';
import { createTurns } from './turns.ts';

/** Ms that one file may take, with every redirect. */
const TIMEOUT = 15_000;
const MOST_REDIRECTS = 3;
/** What strangers bear: files at the same time, and ms between two. */
const [AT_ONCE, EVERY] = [2, 100];

export interface ForeignOptions extends GuardOptions {
  /** Bytes of the largest file. */
  readonly maxBytes: number;
  /** What services ask those who call them to say of themselves. */
  readonly userAgent: string;
  readonly timeout?: number;
}

/**
 * The door to files at addresses that somebody else has given. It leads to public addresses only, over TLS, also where a
 * name or a redirect would lead elsewhere.
 */
export const createForeign = ({ maxBytes, userAgent, timeout = TIMEOUT, ...guarding }: ForeignOptions) => {
  const { checked } = createGuard(guarding);
  const turn = createTurns({
    ...{ atOnce: AT_ONCE, every: EVERY, now: Date.now },
    wait: (ms, signal) => pause(ms, undefined, { signal }),
  });

  const answerOf = (address: string, place: string, signal: AbortSignal): Promise<IncomingMessage> => {
    const { url, lookup } = checked(address, place);
    const options: RequestOptions = {
      agent: false,
      signal,
      headers: { 'User-Agent': userAgent, Accept: 'image/webp,image/png,image/jpeg' },
      ...(lookup && { lookup }),
    };
    const { promise, resolve: came, reject } = Promise.withResolvers<IncomingMessage>();
    const call = (url.protocol === 'https:' ? requestSecure : requestPlain)(url, options, came);
    call.on('error', reject);
    call.end();
    return promise;
  };

  const bodyOf = async (answer: IncomingMessage, place: string): Promise<Buffer> => {
    const tooLarge = new OutboundError(place, 'too_large');
    if (Number(answer.headers['content-length'] ?? 0) > maxBytes) throw tooLarge;
    const parts: Buffer[] = [];
    let size = 0;
    for await (const part of answer as AsyncIterable<Buffer>) {
      size += part.length;
      if (size > maxBytes) throw tooLarge;
      parts.push(part);
    }
    return Buffer.concat(parts);
  };

  const follow = async (first: string, place: string, signal: AbortSignal): Promise<Buffer> => {
    for (let [address, left] = [first, MOST_REDIRECTS]; ; left -= 1) {
      const answer = await answerOf(address, place, signal);
      try {
        const { statusCode: status = 0, headers } = answer;
        if (status === 200) return await bodyOf(answer, place);
        if (status < 300 || status >= 400 || headers.location === undefined)
          throw new OutboundError(place, 'status', { status });
        if (left === 0 || !URL.canParse(headers.location, address))
          throw new OutboundError(place, 'redirect', { status });
        address = new URL(headers.location, address).href;
      } finally {
        answer.destroy();
      }
    }
  };

  /** The file at an address. @throws OutboundError, which names the host alone, or the reason of the signal */
  return (address: string, signal: AbortSignal): Promise<Buffer> => {
    const place = `GET a file of ${URL.canParse(address) ? new URL(address).host : 'no address'}`;
    return turn(signal, async () => {
      const limit = AbortSignal.timeout(timeout);
      try {
        const file = await follow(address, place, AbortSignal.any([signal, limit]));
        tellCall({ host: 'pictures', result: '2xx' });
        return file;
      } catch (error) {
        signal.throwIfAborted();
        const failed =
          error instanceof OutboundError
            ? error
            : new OutboundError(place, limit.aborted ? 'timeout' : 'network', { cause: error });
        tellCall({ host: 'pictures', result: failed.kind });
        throw failed;
      }
    });
  };
};

export type Foreign = ReturnType<typeof createForeign>;
