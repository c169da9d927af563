import type { Asked } from './address.ts';
import { createCache, type Kept } from './cache.ts';
import { KinodexError, noAnswer, refused } from './error.ts';
import { quotaIn } from './quota.ts';
import { type Clock, pauseAfter } from './retry.ts';
import type { CallOptions, ClientOptions, Quota } from './types.ts';

const FIRST = { cacheBytes: 8_000_000, maxWait: 10_000, retries: 3, timeout: 30_000 } as const;

const signalOf = (signal: AbortSignal | undefined, timeout: number): AbortSignal => {
  const late = AbortSignal.timeout(timeout);
  return signal ? AbortSignal.any([signal, late]) : late;
};

/** As a header can hold it: one that was read from a file ends with its line. */
const written = (token: string): string => {
  const bare = token.trim();
  if (/[^!-~]/.test(bare)) throw new TypeError('token holds a character that no token has');
  return bare;
};

/** Sends requests: again where that may help, and with the ETag of what is known. */
export const createSender = (options: ClientOptions, clock: Clock) => {
  const { token, maxWait = FIRST.maxWait, retries = FIRST.retries, timeout = FIRST.timeout } = options;
  const cache = createCache(options.cacheBytes ?? FIRST.cacheBytes);
  const ask = options.fetch ?? fetch;
  let quota: Quota | null = null;

  const headersOf = async ({ accept, body }: Asked, known: Kept | undefined): Promise<Record<string, string>> => {
    const secret = typeof token === 'function' ? await token() : token;
    return {
      Accept: accept,
      ...(secret !== undefined && { Authorization: `Bearer ${written(secret)}` }),
      ...(body !== undefined && { 'Content-Type': 'application/json' }),
      ...(known?.etag && { 'If-None-Match': known.etag }),
    };
  };

  const read = async (response: Response, known: Kept | undefined): Promise<Kept> => {
    const { status, headers } = response;
    quota = quotaIn(headers) ?? quota;
    if (status === 304 && known !== undefined) return known;
    const bytes = await response.arrayBuffer();
    if (!response.ok) throw refused(response, new TextDecoder().decode(bytes));
    return {
      etag: headers.get('ETag'),
      type: headers.get('Content-Type') ?? '',
      bytes,
      more: headers.get('X-Total-Relation') === 'gte',
    };
  };

  const attempt = async (asked: Asked, { signal, timeout: ownTimeout }: CallOptions): Promise<Kept> => {
    signal?.throwIfAborted();
    const { method, url, body } = asked;
    const key = `${asked.accept} ${url}`;
    const known = method === 'GET' ? cache.get(key) : undefined;
    const headers = await headersOf(asked, known);
    let kept: Kept;
    try {
      const response = await ask(url, {
        method,
        headers,
        ...(body !== undefined && { body }),
        credentials: 'omit',
        signal: signalOf(signal, ownTimeout ?? timeout),
      });
      kept = await read(response, known);
    } catch (error) {
      signal?.throwIfAborted();
      throw error instanceof KinodexError ? error : noAnswer(url, error);
    }
    if (kept.etag !== null) cache.put(key, kept);
    return kept;
  };

  return {
    /** Longest of all pauses together before a call is given up. */
    maxWait,
    /** An answer that goes on, as it comes. */
    open: async (asked: Asked, signal: AbortSignal): Promise<ReadableStream<Uint8Array>> => {
      const { method, url } = asked;
      const headers = await headersOf(asked, undefined);
      const response = await ask(url, { method, headers, credentials: 'omit', signal }).catch((cause: unknown) =>
        Promise.reject(noAnswer(url, cause)),
      );
      quota = quotaIn(response.headers) ?? quota;
      if (!response.ok || response.body === null) throw refused(response, await response.text());
      return response.body;
    },
    /** How the day stood by the last answer that said so. */
    quota: (): Quota | null => quota,
    /** The answer to a request. Rejects with a KinodexError when the last try has failed too. */
    send: async (asked: Asked, callOptions: CallOptions = {}): Promise<Kept> => {
      const most = callOptions.maxWait ?? maxWait;
      let waited = 0;
      for (let tries = 0; ; tries += 1) {
        try {
          return await attempt(asked, callOptions);
        } catch (error) {
          const pause = pauseAfter(error, { method: asked.method, tries, retries, random: clock.random() });
          if (pause === null || waited + pause > most) throw error;
          waited += pause;
          await clock.sleep(pause, callOptions.signal);
        }
      }
    },
  };
};

export type Sender = ReturnType<typeof createSender>;
