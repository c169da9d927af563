import type { EndpointShape, Input, Reply } from '#contracts/endpoint.ts';
import type { Failed } from '#contracts/envelope.ts';
import { NEW_SESSION_HEADER } from '#contracts/session.ts';
import { alone } from './alone.ts';
import { CallFailed, UNEXPLAINED } from './call-failed.ts';
import {
  type AnyInput,
  addressOf,
  isAuth,
  isBackground,
  isQuiet,
  judgesCredentials,
  renewsSession,
  statusOf,
  takesTurns,
} from './call-rules.ts';
import { isExpired } from './expiry.ts';
import { headersFor } from './headers.ts';
import { loading } from './loading.ts';
import { endSession } from './session.ts';
import { nextStored, type Stored, store, stored } from './stored.ts';

export { CallFailed } from './call-failed.ts';

export interface Result<T> {
  readonly data: T;
  /** Null on an answer that is no page of a list, as are `total` and `regs`. */
  readonly page: number | null;
  readonly total: number | null;
  /** There are more than `total`; it is then written as '10,000+'. */
  readonly totalIsMore: boolean;
  readonly regs: number | null;
  /** The search took long: what is older than this moment was not looked at. */
  readonly searchedSince: string | null;
}

/** The parts of an input that a call without any does not need to name. */
export type Given<E extends EndpointShape> =
  unknown extends Input<E> ? undefined : Record<never, never> extends Input<E> ? Input<E> | undefined : Input<E>;

type Body = Partial<Result<unknown> & Pick<Failed, 'error' | 'reason' | 'details'>> & {
  readonly code?: unknown;
};

const failedWith = (answer: Response, status: number, body: Body | null): CallFailed => {
  const wait = Number(answer.headers.get('Retry-After') ?? Number.NaN);
  return new CallFailed({
    status,
    reason: body?.reason ?? 'unreadable',
    text: body?.error ?? null,
    details: body?.details ?? [],
    data: body?.data ?? null,
    retryAfter: Number.isFinite(wait) ? wait : null,
    present: body?.details?.find(({ field }) => field === 'version')?.present ?? null,
  });
};

const sessionEnded = (): CallFailed => new CallFailed({ ...UNEXPLAINED, status: 401, reason: 'session_expired' });

const isAbort = (error: unknown): boolean => error instanceof DOMException && error.name === 'AbortError';

/** Another tab's new token arrives a moment after its lock is free. */
const ARRIVES_MS = 250;

/** Whether the session of the same person has gone on with another token than the one that was just refused. */
const wentOn = async (before: Stored, hasTurn: boolean): Promise<boolean> => {
  if (!hasTurn) await alone(async () => undefined);
  if (stored().token === before.token) await nextStored(ARRIVES_MS);
  const { token, user } = stored();
  return token !== null && token !== before.token && user?.email === before.user?.email;
};

const sendOnce = async ({ method, path }: EndpointShape, input: AnyInput, signal?: AbortSignal) => {
  const session = stored();
  try {
    const answer = await fetch(addressOf(path, input), {
      method,
      headers: headersFor(method),
      cache: 'no-store',
      ...(input.body !== undefined && { body: JSON.stringify(input.body) }),
      ...(signal && { signal }),
    });
    const renewed = answer.headers.get(NEW_SESSION_HEADER);
    if (renewed !== null && stored().token === session.token) store({ authToken: renewed });
    const unreadable = (error: unknown) => (isAbort(error) ? Promise.reject(error) : null);
    const body: Body | null = await answer.json().catch(unreadable);
    return { answer, body, session };
  } catch (cause) {
    if (isAbort(cause)) throw cause;
    throw new CallFailed({ ...UNEXPLAINED, status: 0, reason: 'unreachable' }, cause);
  }
};

const send = async (endpoint: EndpointShape, input: AnyInput, signal?: AbortSignal) => {
  const { path } = endpoint;
  let sent = await sendOnce(endpoint, input, signal);
  const isOver = sent.answer.status === 401 && !judgesCredentials(path);
  const hasTurn = renewsSession(path);
  // A refused call has done nothing: it can be made again with the token that has come since.
  if (isOver && sent.session.token !== null && (await wentOn(sent.session, hasTurn)) && !hasTurn)
    sent = await sendOnce(endpoint, input, signal);
  const { answer, body, session } = sent;
  // An answer to an older session says nothing about the one that has begun since.
  if (answer.status === 401 && !judgesCredentials(path) && stored().token === session.token)
    endSession(body?.error ?? null);
  const status = statusOf(answer.status, answer.ok, body?.code);
  if (body === null || status !== 200) throw failedWith(answer, status, body);
  const { data, page = null, total = null, regs = null } = body;
  const { headers } = answer;
  return {
    ...{ data, page, total, regs },
    totalIsMore: headers.get('X-Total-Relation') === 'gte',
    searchedSince: headers.get('X-Searched-Since'),
  };
};

export interface Manner {
  readonly signal?: AbortSignal | undefined;
  /** Nobody has asked for it: 'Please wait...' is not drawn. */
  readonly background?: boolean;
}

/**
 * Makes a call of the contracts. Rejects with CallFailed, or with an AbortError when `signal` says so.
 * A session that is over, by the clock or by a 401, is signed out here.
 */
export const call = async <E extends EndpointShape>(
  endpoint: E,
  ...[input, { signal, background = false } = {}]: undefined extends Given<E>
    ? [input?: Given<E>, manner?: Manner]
    : [input: Given<E>, manner?: Manner]
): Promise<Result<Reply<E>>> => {
  const { path } = endpoint;
  const counted = !background && !isBackground(path);
  if (!isQuiet(path) && !isAuth(path) && isExpired(stored().token)) {
    endSession();
    throw sessionEnded();
  }
  if (counted) loading.began();
  try {
    const sending = () => send(endpoint, (input ?? {}) as AnyInput, signal);
    return (await (takesTurns(path) ? alone(sending) : sending())) as Result<Reply<E>>;
  } finally {
    if (counted) loading.ended();
  }
};
