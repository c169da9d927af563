import { setTimeout as pause } from 'node:timers/promises';
import { tellCall } from './calls.ts';
import { addressBelow, askedPause, isPassing, LONGEST_PAUSE, pauseBefore } from './outbound.rules.ts';

type Kind = 'timeout' | 'network' | 'too_large' | 'redirect' | 'address' | 'status' | 'unreadable';

interface More {
  readonly status?: number;
  /** The header of the answer. */
  readonly retryAfter?: string | null;
  readonly cause?: unknown;
}

/** A call to another service that had no useful answer. It names the place and the kind, never what was sent. */
export class OutboundError extends Error {
  override readonly name = 'OutboundError';
  readonly kind: Kind;
  /** The status of the answer, when there was one. */
  readonly status: number | null;
  /** In how many ms the other side wants to be asked again, where it says so. */
  readonly retryAfter: number | null;
  private readonly place: string;

  constructor(place: string, kind: Kind, more: More = {}) {
    const said = more.status === undefined ? kind : `${kind} ${more.status}`;
    super(`${place}: ${said}`, more.cause === undefined ? {} : { cause: more.cause });
    this.kind = kind;
    this.status = more.status ?? null;
    this.retryAfter = askedPause(more.retryAfter ?? null);
    this.place = place;
  }

  /** The same for who asks while the other side still wants to be left alone. */
  again(ms: number): OutboundError {
    const retryAfter = String(Math.ceil(ms / 1000));
    return new OutboundError(this.place, this.kind, {
      ...(this.status !== null && { status: this.status }),
      retryAfter,
    });
  }
}

export interface OutboundOptions {
  /** Every call goes to this address or below it, and nowhere else. */
  readonly baseUrl: string;
  /** How long one try may take with its body, or a download between two of its parts, in ms. */
  readonly timeout?: number;
  /** The largest answer that is read, in bytes. */
  readonly maxBytes?: number;
  /** How often a call is tried that may be repeated. */
  readonly tries?: number;
  readonly wait?: (ms: number, signal: AbortSignal | undefined) => Promise<unknown>;
  readonly random?: () => number;
}

export interface OutboundRequest {
  readonly method: 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE';
  /** Begins with a slash, below the base address. */
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Buffer;
  /** The call has the same effect however often it arrives, so it is tried again after a 429, a 5xx or silence. */
  readonly repeatable: boolean;
  /** Ends the call, and the pause before another try, with its reason. */
  readonly signal?: AbortSignal;
}

export interface OutboundAnswer {
  readonly status: number;
  readonly headers: Headers;
  readonly body: Buffer;
  /** The body as JSON. Throws OutboundError when it is none. */
  readonly json: () => unknown;
}

export interface OutboundDownload {
  readonly method: 'GET' | 'HEAD';
  /** Begins with a slash, below the base address. */
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly signal: AbortSignal;
}

export interface OutboundStream {
  readonly status: number;
  readonly headers: Headers;
  /** The body as it comes, however long it is. Fails with OutboundError, or with the signal's reason. */
  readonly body: AsyncIterable<Uint8Array>;
}

const TIMEOUT = 5_000;
const MAX_BYTES = 1_048_576;
const TRIES = 3;

const waitFor = (ms: number, signal: AbortSignal | undefined): Promise<unknown> =>
  pause(ms, undefined, signal && { signal });

const bodyWithin = async (response: Response, most: number, place: string): Promise<Buffer> => {
  const parts: Uint8Array[] = [];
  let size = 0;
  for await (const part of response.body ?? []) {
    size += part.byteLength;
    if (size > most) throw new OutboundError(place, 'too_large');
    parts.push(part);
  }
  return Buffer.concat(parts);
};

const asOutbound = (error: unknown, place: string): OutboundError => {
  if (error instanceof OutboundError) return error;
  const { name } = (error ?? {}) as { name?: string };
  return new OutboundError(place, name === 'TimeoutError' ? 'timeout' : 'network', { cause: error });
};

/** The door to one other service: its address only, no redirects, a time and a size that no answer may exceed. */
export const createOutbound = ({
  baseUrl,
  timeout = TIMEOUT,
  maxBytes = MAX_BYTES,
  tries = TRIES,
  wait = waitFor,
  random = Math.random,
}: OutboundOptions) => {
  const { host } = URL.canParse(baseUrl) ? new URL(baseUrl) : { host: 'no address' };
  const told = (status: number): void => tellCall({ host, result: `${Math.floor(status / 100)}xx` });

  const aimOf = ({ method, path }: { readonly method: string; readonly path: string }) => {
    const place = `${method} ${path.replace(/\?.*/s, '')}`;
    const address = addressBelow(baseUrl, path);
    if (address === null) throw new OutboundError(place, 'address');
    return { place, address };
  };

  const refuseRedirect = async (response: Response, place: string): Promise<void> => {
    const { status } = response;
    if (status < 300 || status >= 400) return;
    await response.body?.cancel();
    throw new OutboundError(place, 'redirect', { status });
  };

  const once = async ({ method, headers, body, signal }: OutboundRequest, address: string, place: string) => {
    const response = await fetch(address, {
      method,
      redirect: 'manual',
      signal: AbortSignal.any([AbortSignal.timeout(timeout), ...(signal ? [signal] : [])]),
      ...(headers && { headers }),
      ...(body !== undefined && { body: typeof body === 'string' ? body : new Uint8Array(body) }),
    });
    await refuseRedirect(response, place);
    return { status: response.status, headers: response.headers, body: await bodyWithin(response, maxBytes, place) };
  };

  const rest = async (ms: number, signal: AbortSignal | undefined): Promise<void> => {
    try {
      await wait(ms, signal);
    } finally {
      signal?.throwIfAborted();
    }
  };

  /**
   * Answers below 500, other than 429, are answers; the rest throws OutboundError once no try is left, or the reason of
   * the signal.
   */
  const request = async (asked: OutboundRequest): Promise<OutboundAnswer> => {
    const { place, address } = aimOf(asked);
    const most = asked.repeatable ? tries : 1;
    for (let attempt = 1; ; attempt++) {
      let retryAfter: string | null = null;
      let failed: OutboundError;
      try {
        const { status, headers, body } = await once(asked, address, place);
        told(status);
        if (!isPassing(status)) return { status, headers, body, json: () => parse(body, place) };
        retryAfter = headers.get('retry-after');
        failed = new OutboundError(place, 'status', { status, retryAfter });
      } catch (error) {
        asked.signal?.throwIfAborted();
        failed = asOutbound(error, place);
        tellCall({ host, result: failed.kind });
        if (failed.kind === 'too_large' || failed.kind === 'redirect') throw failed;
      }
      if (attempt >= most || (failed.retryAfter ?? 0) > LONGEST_PAUSE) throw failed;
      await rest(pauseBefore(attempt, retryAfter, random), asked.signal);
    }
  };

  /** Begins one download, which may be of any size. It is tried once: only who reads it knows whether it can be begun anew. */
  const open = async ({ signal, headers, ...asked }: OutboundDownload): Promise<OutboundStream> => {
    const { place, address } = aimOf(asked);
    const silence = new AbortController();
    const begin = () => setTimeout(() => silence.abort(new OutboundError(place, 'timeout')), timeout);
    let timer = begin();
    const failure = (error: unknown): unknown => {
      clearTimeout(timer);
      signal.throwIfAborted();
      return asOutbound(error, place);
    };
    const parts = async function* (body: AsyncIterable<Uint8Array> | null) {
      try {
        for await (const part of body ?? []) {
          clearTimeout(timer);
          yield part;
          timer = begin();
        }
      } catch (error) {
        throw failure(error);
      } finally {
        clearTimeout(timer);
      }
    };
    try {
      const both = AbortSignal.any([signal, silence.signal]);
      const { method } = asked;
      const response = await fetch(address, { method, redirect: 'manual', signal: both, ...(headers && { headers }) });
      told(response.status);
      await refuseRedirect(response, place);
      if (method === 'HEAD') clearTimeout(timer);
      return { status: response.status, headers: response.headers, body: parts(response.body) };
    } catch (error) {
      const failed = failure(error);
      if (failed instanceof OutboundError && failed.status === null) tellCall({ host, result: failed.kind });
      throw failed;
    }
  };
  return { request, open };
};

const parse = (body: Buffer, place: string): unknown => {
  try {
    return JSON.parse(body.toString('utf8'));
  } catch (cause) {
    throw new OutboundError(place, 'unreadable', { cause });
  }
};

export type Outbound = ReturnType<typeof createOutbound>;
