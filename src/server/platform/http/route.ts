import type { FastifyRequest } from 'fastify';
import type { Access, EndpointShape, Input } from '#contracts/endpoint.ts';
import type { Answer } from './answer.ts';

/** Who is calling, as far as the platform needs to know. */
export interface Caller {
  /** Items a page of a list holds when the call doesn't say. */
  readonly maxRegs: number;
  /** The account whose quota the call counts on; null for a visitor. */
  readonly accountId: number | null;
}

export const VISITOR: Caller = { maxRegs: 20, accountId: null };

/** The credential of a request: synchronous when it is known already, so that a hot answer costs no turn of the loop. */
export type Authenticate = (request: FastifyRequest) => Caller | Promise<Caller>;

/** Who is let in, and what that costs. */
export interface Admission {
  /** How each kind of access knows its caller. Throws a failure for one it does not let in. */
  readonly authenticate: Readonly<Partial<Record<Access, Authenticate>>>;
  /** Spends of the caller's quota; throws when there is none left. Answers the headers that say what is left. */
  readonly spend: (caller: Caller, cost: number) => Readonly<Record<string, string>>;
}

/** What a handler may want to know beside its input. */
export interface Call {
  readonly caller: Caller;
  /** The address as it was asked, with its query. */
  readonly url: string;
  readonly accept: string | undefined;
}

export interface Route {
  readonly endpoint: EndpointShape;
  readonly handle: (input: never, call: Call) => Promise<Answer>;
  /** The same address gives the same answer until the catalogue changes. */
  readonly cached: boolean;
  /** Which of several answers of one address an Accept header gets, where it matters. */
  readonly variant?: (accept: string | undefined) => string;
  /** What a call costs of the quota, when it isn't one. */
  readonly cost?: (input: never) => number;
}

interface RouteOptions<E extends EndpointShape> {
  readonly cached?: boolean;
  readonly variant?: (accept: string | undefined) => string;
  readonly cost?: (input: Input<E>) => number;
}

/** Attaches a handler to an endpoint. Curried, so that what the handler returns keeps its literal types. */
export const route =
  <const E extends EndpointShape>(endpoint: E, options: RouteOptions<E> = {}) =>
  (handle: (input: Input<E>, call: Call) => Promise<Answer>): Route => ({
    endpoint,
    handle: handle as Route['handle'],
    cached: options.cached ?? false,
    ...(options.variant && { variant: options.variant }),
    ...(options.cost && { cost: options.cost as NonNullable<Route['cost']> }),
  });
