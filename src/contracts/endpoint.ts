import type { Static, TSchema } from 'typebox';
import type { Reason } from './errors.ts';

/** Who may call: anyone, a person with a session, an administrator, or a program with an API token. */
export type Access = 'public' | 'session' | 'admin' | 'token';

/**
 * Who may call what is no part of the API: a sender known by the signature of its message, a caller on this machine, whoever
 * collects the metrics, whoever may make the calls of the API that it is made into.
 */
export type RouteAccess = Access | 'signed' | 'local' | 'metrics' | 'onward';

/** A `multipart/form-data` body: each of these files is in it once. Their largest sizes in bytes, by the name of the part. */
export interface Files {
  readonly parts: Readonly<Record<string, number>>;
}

/** What the server has to know of a route, whether it is a call of the API or a page that browsers load. */
export interface RouteShape {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  readonly path: `/${string}`;
  readonly access: RouteAccess;
  readonly params?: TSchema;
  /** What is not described is refused; with `any` nobody looks at it. */
  readonly query?: TSchema | 'any';
  readonly body?: TSchema;
  /**
   * The form of a body that is not JSON. `form`: the fields of a page's form (`application/x-www-form-urlencoded`), texts
   * that `body` checks. `bytes`: as they are, of any media type. Files: given to the handler while they come in.
   */
  readonly takes?: 'form' | 'bytes' | Files;
  /** The largest body in bytes, where it isn't that of its area; of files it follows from the parts. */
  readonly bodyLimit?: number;
  /**
   * How the call is kept from pages of other sites, where its area doesn't say: by the copied cookie and by the page that it
   * comes from (`cookie`), or by that page alone (`origin`).
   */
  readonly antiForgery?: 'cookie' | 'origin';
  /** What a call costs of the quota, where it isn't one request: nothing, or one for each item of this list of the body. */
  readonly cost?: 'free' | { readonly each: string };
  /**
   * Its titles are told in a language: the one that this parameter of the query names, else, where `byHeader` says so, the
   * one that Accept-Language likes best.
   */
  readonly told?: { readonly parameter: string; readonly byHeader: boolean };
  /** The answer is made while it is sent: it is never kept ready, and has no ETag. */
  readonly streamed?: true;
  /** A streamed answer that goes on for as long as its caller stays. */
  readonly endless?: true;
}

/**
 * What an endpoint is, in one place: the server attaches a handler to it, the web client a call, and OpenAPI is made from it.
 * `reply` is the shape of the envelope's `data`; where the answer is no envelope, `bare` names what comes instead.
 */
export interface EndpointShape extends RouteShape {
  readonly name: string;
  readonly access: Access;
  readonly tag: string;
  readonly summary: string;
  readonly description?: string;
  readonly query?: TSchema;
  readonly reply: TSchema;
  /** `page`: a list with page, total, regs. `list`: a list without pages. Otherwise one record. */
  readonly shape?: 'page';
  /** The answer is not an envelope: its media types, the first one standing in the documentation. */
  readonly bare?: readonly string[];
  /** Its totals are counted up to a number; an answer that reaches it carries X-Total-Relation. A page's always are. */
  readonly counted?: true;
  /** A search that takes long ends with what it has: its answer then carries X-Searched-Since. */
  readonly bounded?: true;
  /** Its answer carries the token that the session goes on with. */
  readonly renews?: true;
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

/** A route that is no call of the API. */
export const undocumented = <const R extends RouteShape>(shape: R): R => shape;

/** What browsers load by its address: for everybody, whatever else the address says. */
export const page = <const P extends `/${string}`>(path: P) =>
  undocumented({ method: 'GET', path, access: 'public', query: 'any' });

type Part<E, K extends 'params' | 'query' | 'body'> = E extends { readonly [P in K]: infer S extends TSchema }
  ? { readonly [P in K]: Static<S> }
  : unknown;

/** What a handler is given and a client has to send. */
export type Input<E extends RouteShape> = Part<E, 'params'> & Part<E, 'query'> & Part<E, 'body'>;

/** The envelope's `data`. */
export type Reply<E extends EndpointShape> = Static<E['reply']>;
