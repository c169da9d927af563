import type { RouteShape } from '#contracts/endpoint.ts';
import { failure } from '#server/kernel/failure.ts';
import type { Caller, Spent } from './route.ts';

/** What is known of a request between its hook and the end of its answer. */
export interface Progress {
  readonly caller: Caller;
  /** Where its answer is kept; empty when it isn't. */
  readonly key: string;
  /** What it will cost the caller if the answer is due to be paid for; 0 where nothing is counted. */
  due: number;
  /** What it has cost. */
  cost: number;
}

declare module 'fastify' {
  interface FastifyRequest {
    progress: Progress | undefined;
  }
}

/** What a call costs, where only its body says it; the body has been checked by then. */
export const costOf = ({ cost }: RouteShape): ((body: unknown) => number) | undefined => {
  if (typeof cost !== 'object') return undefined;
  return (body) => (body as Readonly<Record<string, readonly unknown[]>>)[cost.each]?.length ?? 1;
};

/** What a call is told that asks for many at once: some may be left, for a smaller one. */
const TOO_DEAR =
  "The call asks for more than is left of the day's requests: X-RateLimit-Remaining says how many are left, Retry-After when the next day begins.";

/** What a call is told whose user has more requests left than its key. */
const SPENT_BY_KEY =
  'The key has no more requests today, or fewer than the call asks for; Retry-After says when the next day begins.';

/** The refusal of a call that costs more than is left. */
export const quotaSpent = ({ headers, byKey = false }: Spent, cost: number) =>
  failure('quota_spent', byKey ? SPENT_BY_KEY : cost > 1 ? TOO_DEAR : undefined, { headers });

/** Writes down what a call has cost, and answers what tells its caller; throws the refusal when there was not enough left. */
export const pay = (spent: Spent, progress: Progress): Spent['headers'] => {
  if (!spent.granted) {
    const cost = progress.due;
    progress.due = 0;
    throw quotaSpent(spent, cost);
  }
  progress.cost = progress.due;
  progress.due = 0;
  return spent.headers;
};
