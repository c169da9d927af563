import type { FastifyRequest } from 'fastify';
import type { Files, Input, RouteAccess, RouteShape } from '#contracts/endpoint.ts';
import type { Failure } from '#server/kernel/failure.ts';
import type { Answer, StreamAnswer } from './answer.ts';
import type { Upload } from './upload.ts';

/** A person who has signed in. */
export interface Person {
  readonly sessionId: string;
  readonly email: string;
  readonly role: 'USER' | 'ADMIN';
  readonly signedInAt: Date;
}

/** Who is calling, as far as the platform needs to know. */
export interface Caller {
  /** Items a page of a list holds when the call doesn't say. */
  readonly maxRegs: number;
  /** The account whose quota the call counts on; null for a visitor. */
  readonly accountId: number | null;
  /** The API token that was sent, for the audit; null where it was a session or nothing. */
  readonly tokenId: number | null;
  /** Requests a UTC day; null: no limit. */
  readonly limit: number | null;
  /** The key that the token is of, where that has a limit of its own: both are paid. */
  readonly key?: { readonly id: number; readonly limit: number };
  /** The tag of the language that titles are told in, where the call says one. */
  readonly language?: string;
  /** Null for programs and visitors. */
  readonly person: Person | null;
}

export const VISITOR: Caller = { maxRegs: 20, accountId: null, tokenId: null, limit: null, person: null };

/** The credential of a request: synchronous when it is known already, so that a hot answer costs no turn of the loop. */
export type Authenticate = (request: FastifyRequest) => Caller | Promise<Caller>;

/** What a call cost, or that there was not enough left for it. */
export interface Spent {
  readonly granted: boolean;
  /** What tells the caller how the quota stands; of a refusal also Retry-After. */
  readonly headers: Readonly<Record<string, string>>;
  /** There was enough left, but not within the limit of the caller's key. */
  readonly byKey?: boolean;
}

/** The quota of callers. Only answers are paid for that are due: not 304, 308, 429 and 5xx. */
export interface Quota {
  /** Takes `cost` off what is left, in one step, or leaves it alone when that is more than is left. */
  readonly spend: (caller: Caller, cost: number) => Spent | Promise<Spent>;
  /** The refusal that a call will meet for certain, so that no work is done for it; null when it may be granted. */
  readonly refusal: (caller: Caller, cost: number) => Spent | null;
}

/** A request that was answered, for the audit. */
export interface Answered {
  readonly request: FastifyRequest;
  /** The address of the route that was found, however its own was written; else the address as it was sent. */
  readonly path: string;
  /** The status of its answer; of a failure that which it has by its reason, whatever form its caller is told it in. */
  readonly code: number;
  /** Milliseconds from its arrival until its answer was ready to go out. */
  readonly elapsed: number;
  readonly tokenId: number | null;
  /** What it cost of the quota. */
  readonly cost: number;
}

/** Who is let in, and what that costs. */
export interface Admission {
  /** How each kind of access knows its caller. Throws a failure for one it does not let in. */
  readonly authenticate: Readonly<Partial<Record<RouteAccess, Authenticate>>>;
  readonly quota: Quota;
}

/** What a handler may want to know beside its input. */
export interface Call {
  readonly caller: Caller;
  /** The address as it was asked, with its query. */
  readonly url: string;
  readonly accept: string | undefined;
  readonly now: () => Date;
  /** Rejects where the caller would not be let in any more: for answers that take long. */
  readonly stillAllowed: () => Promise<unknown>;
  /** As the log, the audit and `X-Request-Id` say it. */
  readonly requestId: string;
  /** The network address of the caller: a trusted proxy's word for it, else the connection's. */
  readonly ip: string;
  /** The headers of the request, by their names in small letters. */
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
}

/** Who is calling a route of `session` or `admin` access: a person with an account. */
export const personOf = ({ caller: { person, accountId } }: Call): Person & { readonly accountId: number } => {
  if (person === null || accountId === null) throw new Error('a route for people was called by somebody else');
  return { ...person, accountId };
};

/** What a handler is given: its input, and of a body that is no JSON what it was made into. */
type Given<E extends RouteShape> = Input<E> &
  (E extends { readonly takes: 'bytes' } ? { readonly body: Buffer } : unknown) &
  (E extends { readonly takes: infer F extends Files }
    ? { readonly body: AsyncIterable<Upload<keyof F['parts']>> }
    : unknown);

type AnswerOf<E extends RouteShape> = E extends { readonly streamed: true } ? StreamAnswer : Answer;

/** A failure as its caller is told it, where that is not the envelope. */
export interface ToldFailure {
  readonly type: string;
  readonly body: string;
  /** On the wire; the failure's own when it isn't said. */
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
}

/** How a failure is told to who has asked for this address. */
export type TellFailure = (failed: Failure, url: string) => ToldFailure;

interface RouteOptions {
  /** The same address gives the same answer until the catalogue changes. */
  readonly cached?: boolean;
  /** Which of several answers of one address an Accept header gets, where it matters. */
  readonly variant?: (accept: string | undefined) => string;
  /** How a failure is told, where people see it; elsewhere it is as the area has it. */
  readonly tell?: TellFailure;
}

export interface Route extends RouteOptions {
  readonly endpoint: RouteShape;
  readonly handle: (input: never, call: Call) => Promise<Answer | StreamAnswer>;
}

/** Attaches a handler to a descriptor. Curried, so that what the handler returns keeps its literal types. */
export const route =
  <const E extends RouteShape>(endpoint: E, options: RouteOptions = {}) =>
  (handle: (input: Given<E>, call: Call) => Promise<AnswerOf<E>>): Route => ({
    ...options,
    endpoint,
    handle: handle as Route['handle'],
  });
