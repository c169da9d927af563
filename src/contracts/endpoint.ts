import type { Static, TSchema } from 'typebox';
import type { Reason } from './errors.ts';

/** Who may call: anyone, a person with a session, an administrator, or a program with an API token. */
export type Access = 'public' | 'session' | 'admin' | 'token';

/**
 * What an endpoint is, in one place: the server attaches a handler to it, the web client a call, and OpenAPI is made from it.
 * `reply` is the shape of the envelope's `data`; where the answer is no envelope, `bare` names what comes instead.
 */
export interface EndpointShape {
  readonly name: string;
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  readonly path: `/${string}`;
  readonly access: Access;
  readonly tag: string;
  readonly summary: string;
  readonly description?: string;
  readonly params?: TSchema;
  readonly query?: TSchema;
  readonly body?: TSchema;
  readonly reply: TSchema;
  /** `page`: a list with page, total, regs. `list`: a list without pages. Otherwise one record. */
  readonly shape?: 'page';
  /** The answer is not an envelope: its media types, the first one standing in the documentation. */
  readonly bare?: readonly string[];
  /** Its totals are counted up to a number; an answer that reaches it carries X-Total-Relation. A page's always are. */
  readonly counted?: true;
  /** What a call costs of the quota, where it isn't one request: nothing, or one for each item of this list of the body. */
  readonly cost?: 'free' | { readonly each: string };
  readonly errors?: readonly Reason[];
  /** An input that works on the sample catalogue; the documented example answer is made from it. */
  readonly example?: Example;
}

/** A call as somebody would make it: path parameters, query and body in their wire form. */
export interface Example {
  readonly params?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string>>;
  readonly body?: unknown;
}

export const endpoint = <const E extends EndpointShape>(shape: E): E => shape;

type Part<E, K extends 'params' | 'query' | 'body'> = E extends { readonly [P in K]: infer S extends TSchema }
  ? { readonly [P in K]: Static<S> }
  : unknown;

/** What a handler is given and a client has to send. */
export type Input<E extends EndpointShape> = Part<E, 'params'> & Part<E, 'query'> & Part<E, 'body'>;

/** The envelope's `data`. */
export type Reply<E extends EndpointShape> = Static<E['reply']>;
