import { lookup as lookUp } from 'node:dns';
import { type IncomingMessage, request as requestPlain } from 'node:http';
import { request as requestSecure } from 'node:https';
import { isIP } from 'node:net';
import { tellCall } from './calls.ts';
import { OutboundError } from './outbound.ts';
import { isPrivateAddress } from './private.rules.ts';
import { publicOnly } from './public-lookup.ts';

/** Ms that one call may take with its body, and the bytes of the largest answer. */
const [TIMEOUT, MAX_BYTES] = [5_000, 262_144];

export interface PeerOptions {
  /** The address that the operator has given: its origin may be anywhere. */
  readonly baseUrl: string;
  readonly timeout?: number;
  readonly maxBytes?: number;
  readonly resolve?: typeof lookUp;
}

export interface PeerRequest {
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string | undefined;
}

/**
 * The door to a service that names more addresses of its own: those at the operator's origin are gone to wherever it is,
 * others over TLS at public addresses only. It answers what `fetch` does, follows nothing, and repeats nothing.
 */
export const createPeer = ({ baseUrl, timeout = TIMEOUT, maxBytes = MAX_BYTES, resolve = lookUp }: PeerOptions) => {
  const own = new URL(baseUrl);

  /** Whether an address is the operator's own. @throws OutboundError for one that may not be gone to */
  const isOwn = (url: URL, place: string): boolean => {
    if (url.username !== '' || url.password !== '') throw new OutboundError(place, 'address');
    if (url.origin === own.origin) return true;
    const host = url.hostname.replace(/^\[(.*)\]$/, '$1');
    if (url.protocol !== 'https:' || (isIP(host) !== 0 && isPrivateAddress(host)))
      throw new OutboundError(place, 'address');
    return false;
  };

  const answerOf = (url: URL, { method, headers, body }: PeerRequest, place: string, signal: AbortSignal) => {
    const isMine = isOwn(url, place);
    const { promise, resolve: came, reject } = Promise.withResolvers<IncomingMessage>();
    const call = (url.protocol === 'https:' ? requestSecure : requestPlain)(
      url,
      { method, headers, agent: false, signal, ...(!isMine && { lookup: publicOnly(place, resolve) }) },
      came,
    );
    call.on('error', reject);
    call.end(body);
    return promise;
  };

  const bodyOf = async (answer: IncomingMessage, place: string): Promise<Buffer> => {
    const parts: Buffer[] = [];
    let size = 0;
    for await (const part of answer as AsyncIterable<Buffer>) {
      size += part.length;
      if (size > maxBytes) throw new OutboundError(place, 'too_large');
      parts.push(part);
    }
    return Buffer.concat(parts);
  };

  const headersOf = ({ rawHeaders }: IncomingMessage): Headers => {
    const headers = new Headers();
    for (let at = 0; at + 1 < rawHeaders.length; at += 2)
      headers.append(rawHeaders[at] ?? '', rawHeaders[at + 1] ?? '');
    return headers;
  };

  /** @throws OutboundError, which names the host and never what was sent */
  return async (address: string, request: PeerRequest): Promise<Response> => {
    const url = new URL(address);
    const place = `${request.method} ${url.host}`;
    const host = url.origin === own.origin ? url.host : 'peers';
    const limit = AbortSignal.timeout(timeout);
    try {
      const answer = await answerOf(url, request, place, limit);
      try {
        const { statusCode: status = 0 } = answer;
        if (status >= 300 && status < 400) throw new OutboundError(place, 'redirect', { status });
        if (status === 429 || status >= 500) throw new OutboundError(place, 'status', { status });
        const body = await bodyOf(answer, place);
        tellCall({ host, result: `${Math.floor(status / 100)}xx` });
        return new Response(status === 204 ? null : new Uint8Array(body), { status, headers: headersOf(answer) });
      } finally {
        answer.destroy();
      }
    } catch (error) {
      const failed =
        error instanceof OutboundError
          ? error
          : new OutboundError(place, limit.aborted ? 'timeout' : 'network', { cause: error });
      tellCall({ host, result: failed.kind });
      throw failed;
    }
  };
};

export type Peer = ReturnType<typeof createPeer>;
