import { OutboundError } from '#server/platform/outbound/outbound.ts';
import type { Polite, PoliteRequest } from '#server/platform/outbound/polite.ts';
import { type Answer, objectOf } from './answer.ts';
import type { SourceName } from './source.ts';
import { ofOutbound, SourceError } from './source-error.ts';

/** What an answer means that is none: the service does not know, or why it fails. */
export type Fault = 'unknown' | SourceError['kind'];

interface Asking {
  readonly source: SourceName;
  readonly get: Polite;
  /** How the service says in its own words that it fails, whatever the status; null where it does not. */
  readonly faultOf: (answer: Answer, status: number) => Fault | null;
}

const BY_STATUS: Readonly<Record<number, Fault>> = { 401: 'refused', 403: 'refused', 404: 'unknown' };

const readable = (body: () => unknown): Answer | null => {
  try {
    return objectOf(body());
  } catch {
    return null;
  }
};

/** Asks a service for objects. Fails with SourceError, or with the signal's reason. */
export const createAsking =
  ({ source, get, faultOf }: Asking) =>
  async (request: PoliteRequest): Promise<Answer | 'unknown'> => {
    const { signal } = request;
    const { status, json } = await get(request).catch((error: unknown) => {
      signal.throwIfAborted();
      throw error instanceof OutboundError ? ofOutbound(source, error) : error;
    });
    const answer = readable(json);
    const fault =
      (answer && faultOf(answer, status)) ??
      (status === 200 ? (answer === null ? 'unreadable' : null) : (BY_STATUS[status] ?? 'unavailable'));
    if (fault === null) return answer ?? {};
    if (fault === 'unknown') return fault;
    throw new SourceError(source, fault);
  };

export type Ask = ReturnType<typeof createAsking>;

/** The same work for each, at the same time; the first that fails ends the others. */
export const forEach = async <Item, Result>(
  items: readonly Item[],
  signal: AbortSignal,
  work: (item: Item, signal: AbortSignal) => Promise<Result>,
): Promise<Result[]> => {
  const stop = new AbortController();
  const both = AbortSignal.any([signal, stop.signal]);
  try {
    return await Promise.all(items.map((item) => work(item, both)));
  } catch (error) {
    stop.abort(error);
    throw error;
  }
};
