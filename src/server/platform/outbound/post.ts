import { type ClientRequest, type IncomingMessage, Agent as PlainAgent, request as requestPlain } from 'node:http';
import { request as requestSecure, Agent as SecureAgent } from 'node:https';
import { tellCall } from './calls.ts';
import { createGuard, type GuardOptions } from './guard.ts';
import { askedPause } from './outbound.rules.ts';
import { OutboundError } from './outbound.ts';

export interface PostOptions extends GuardOptions {
  /** By which the calls are told in figures. */
  readonly called: string;
  /** Ms that a call may take. */
  readonly timeout: number;
}

export interface Posted {
  readonly status: number;
  /** In how many ms the other side wants to be asked again, where it says so. */
  readonly retryAfter: number | null;
}

/** Of an answer's body so much is read, and thrown away, to keep the connection; one that is longer, or slow, is cut off. */
const [DRAINED_BYTES, DRAINED_MS] = [16_384, 500];
const MOST_HEADERS = 8_192;
const [FREE_SOCKETS, FREE_MS] = [4, 5_000];

const AGENT = { keepAlive: true, maxFreeSockets: FREE_SOCKETS, timeout: FREE_MS } as const;

/** A kept connection may be closed by the other side just as it is used again: nobody has read anything then. */
const isStale = (call: ClientRequest, error: NodeJS.ErrnoException): boolean =>
  call.reusedSocket && (error.code === 'ECONNRESET' || error.code === 'EPIPE');

const drain = (answer: IncomingMessage): void => {
  let size = 0;
  const late = setTimeout(() => answer.destroy(), DRAINED_MS).unref();
  answer.on('data', (part: Buffer) => {
    size += part.length;
    if (size > DRAINED_BYTES) answer.destroy();
  });
  answer.on('error', () => {});
  answer.on('close', () => clearTimeout(late));
};

/**
 * The door to addresses that somebody else has given and that are told something. Only the status of an answer counts, and
 * no redirect is followed: it could lead to where nobody meant to send anything.
 */
export const createPost = ({ called, timeout, ...guarding }: PostOptions) => {
  const { faultOf, checked } = createGuard(guarding);
  const agents = { 'http:': new PlainAgent(AGENT), 'https:': new SecureAgent(AGENT) };

  const send = (
    address: string,
    place: string,
    headers: Readonly<Record<string, string>>,
    body: string,
    signal: AbortSignal,
    isSecond = false,
  ): Promise<IncomingMessage> => {
    const { url, lookup } = checked(address, place);
    const isSecure = url.protocol === 'https:';
    const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>();
    const call = (isSecure ? requestSecure : requestPlain)(
      url,
      {
        ...{ method: 'POST', signal, maxHeaderSize: MOST_HEADERS },
        agent: agents[isSecure ? 'https:' : 'http:'],
        headers: { ...headers, 'Content-Length': Buffer.byteLength(body) },
        ...(lookup && { lookup }),
      },
      resolve,
    );
    call.on('error', (error: NodeJS.ErrnoException) => {
      if (isSecond || signal.aborted || !isStale(call, error)) return reject(error);
      send(address, place, headers, body, signal, true).then(resolve, reject);
    });
    call.end(body);
    return promise;
  };

  return {
    /** Why nothing is sent to an address, as far as it can be told without asking; null where something may be. */
    faultOf,
    /** How the other side has answered. @throws OutboundError, which names the host alone, or the reason of the signal */
    post: async (
      address: string,
      { headers, body }: { readonly headers: Readonly<Record<string, string>>; readonly body: string },
      signal: AbortSignal,
    ): Promise<Posted> => {
      const place = `POST to ${URL.canParse(address) ? new URL(address).host : 'no address'}`;
      const limit = AbortSignal.timeout(timeout);
      try {
        const answer = await send(address, place, headers, body, AbortSignal.any([signal, limit]));
        drain(answer);
        const { statusCode: status = 0 } = answer;
        tellCall({ host: called, result: `${Math.floor(status / 100)}xx` });
        return { status, retryAfter: askedPause(answer.headers['retry-after'] ?? null) };
      } catch (error) {
        signal.throwIfAborted();
        const failed =
          error instanceof OutboundError
            ? error
            : new OutboundError(place, limit.aborted ? 'timeout' : 'network', { cause: error });
        tellCall({ host: called, result: failed.kind });
        throw failed;
      }
    },
    close: (): void => {
      for (const agent of Object.values(agents)) agent.destroy();
    },
  };
};

export type Post = ReturnType<typeof createPost>;
