import type { FastifyInstance, FastifyReply, FastifyRequest, RouteShorthandOptions } from 'fastify';
import { Type } from 'typebox';
import { areaOf } from '#contracts/areas.ts';
import type { EndpointShape } from '#contracts/endpoint.ts';
import { failure } from '#server/kernel/failure.ts';
import type { AnswerCache } from './answer-cache.ts';
import { chooseEncoding } from './encoding.ts';
import { checkForgery } from './forgery.ts';
import { BODY_LIMIT } from './json-body.ts';
import { bytesIn, etagOf, matches, matchesAny, type Rendered, render, type TagKey } from './render.ts';
import { type Admission, type Call, type Caller, type Route, type Spent, VISITOR } from './route.ts';

interface Responder extends Admission {
  readonly cache: AnswerCache;
  readonly common: (request: FastifyRequest, reply: FastifyReply, path: string) => void;
  /** The addresses a page of ours may be at. */
  readonly origin: string;
  readonly tagKey: TagKey;
}

/** What is known of a request between its hook and the end of its answer. */
export interface Progress {
  readonly caller: Caller;
  /** The address of its route. */
  readonly path: string;
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
    /** When it came in, by `performance.now()`; 0 where its address could not be read. */
    arrived: number;
  }
}

/** Registers a route: who is calling, what is kept ready, the handler, the way out. */
export const createResponder =
  ({ authenticate, quota, cache, common, origin, tagKey }: Responder) =>
  (app: FastifyInstance, route: Route): void => {
    const { endpoint } = route;
    const guard = authenticate[endpoint.access] ?? (endpoint.access === 'public' ? () => VISITOR : undefined);
    if (!guard) throw new Error(`${endpoint.name}: nobody knows the callers of '${endpoint.access}'`);
    const area = areaOf(endpoint.path);
    const counted = endpoint.access === 'token' && endpoint.cost !== 'free';
    const costLater = costOf(endpoint);
    const forPages = area?.forPages ?? false;
    const changes = forPages && endpoint.method !== 'GET';

    /** Lets a caller in; true when the answer was ready and is on its way. */
    const admit = (request: FastifyRequest, reply: FastifyReply, caller: Caller): boolean => {
      if (changes) checkForgery(request, origin);
      if (endpoint.access === 'token') forgetToken(request.query as Record<string, unknown>);
      const key = route.cached ? cacheKey(request, caller, route.variant) : '';
      const progress: Progress = { caller, path: endpoint.path, key, due: counted ? 1 : 0, cost: 0 };
      request.progress = progress;
      const ready = key ? cache.get(key) : undefined;
      if (ready) {
        finish(request, reply, ready, progress);
        return true;
      }
      if (counted && !costLater) refuseEarly(request, caller, 1);
      return false;
    };

    /** No work for a caller who has nothing left; one who asks whether something has changed may be told so for free. */
    const refuseEarly = (request: FastifyRequest, caller: Caller, cost: number): void => {
      if (request.headers['if-none-match'] !== undefined) return;
      const refusal = quota.refusal(caller, cost);
      if (refusal) throw quotaSpent(refusal);
    };

    /** Sends an answer, paid for unless the caller has it already. */
    const finish = (
      request: FastifyRequest,
      reply: FastifyReply,
      answer: Rendered,
      progress: Progress,
    ): FastifyReply | Promise<FastifyReply> => {
      const send = prepare(request, reply, answer, forPages);
      if (send === null) return reply.code(304).send();
      if (progress.due === 0) return send();
      const spent = quota.spend(progress.caller, progress.due);
      if (!(spent instanceof Promise)) {
        try {
          pay(reply, spent, progress);
        } catch (error) {
          return unprepare(reply).send(error);
        }
        return send();
      }
      return spent
        .then((known) => {
          pay(reply, known, progress);
          return send();
        })
        .catch((error: unknown) => unprepare(reply).send(error));
    };

    const onRequest: RouteShorthandOptions['onRequest'] = (request, reply, done) => {
      common(request, reply, endpoint.path);
      try {
        const known = guard(request);
        const go = (caller: Caller) => {
          // A reply that is on its way ends the request; done() would go on to the handler.
          if (!admit(request, reply, caller)) done();
        };
        if (known instanceof Promise) known.then(go).catch(done);
        else go(known);
      } catch (error) {
        done(error as Error);
      }
    };

    const handler = async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
      const progress = request.progress as Progress;
      const { caller, key } = progress;
      const input = { params: request.params, query: request.query, body: request.body } as never;
      if (counted && costLater) {
        progress.due = costLater(request.body);
        refuseEarly(request, caller, progress.due);
      }
      const asOf = cache.now();
      const { url, address: ip, headers } = request;
      const call: Call = { caller, url, ip, accept: headers.accept, header: (name) => headers[name]?.toString() };
      const answer = await route.handle(input, call);
      if (answer.as === 'redirect') return reply.code(308).header('Location', answer.location).send();
      const made = render(answer, tagKey);
      if (key) cache.put(key, made, asOf);
      return finish(request, reply, made, progress);
    };

    const { method, path } = endpoint;
    const bodyLimit = area?.bodyLimit ?? BODY_LIMIT;
    app.route({ method, url: path, schema: schemaOf(endpoint), bodyLimit, onRequest, handler });
  };

/** What a call costs, where only its body says it; the body has been checked by then. */
const costOf = ({ cost }: EndpointShape): ((body: unknown) => number) | undefined => {
  if (typeof cost !== 'object') return undefined;
  return (body) => (body as Readonly<Record<string, readonly unknown[]>>)[cost.each]?.length ?? 1;
};

/** What is not described is refused, also where nothing is. */
const NOTHING = Type.Object({}, { additionalProperties: false });
const NO_BODY = Type.Union([Type.Undefined(), Type.Null(), NOTHING]);

const schemaOf = ({ method, params, query, body }: EndpointShape) => ({
  ...(params && { params }),
  querystring: query ?? NOTHING,
  ...((body || method !== 'GET') && { body: body ?? NO_BODY }),
});

const quotaSpent = ({ headers }: Spent) => failure('quota_spent', undefined, { headers });

/** Writes down what a call has cost; throws the refusal when there was not enough left. */
export const pay = (reply: FastifyReply, spent: Spent, progress: Progress): void => {
  if (!spent.granted) {
    progress.due = 0;
    throw quotaSpent(spent);
  }
  progress.cost = progress.due;
  progress.due = 0;
  reply.headers(spent.headers);
};

/** The token has done its work and is no parameter of the call; two of them are a mistake that stays to be named. */
const forgetToken = (query: Record<string, unknown>): void => {
  if (typeof query.token === 'string') delete query.token;
};

/** The address without the token; answers that differ by caller or by Accept differ here. */
const cacheKey = (request: FastifyRequest, caller: Caller, variant: Route['variant']): string => {
  const url = request.url.includes('token=') ? withoutToken(request.url) : request.url;
  return `${caller.maxRegs} ${variant ? variant(request.headers.accept) : ''} ${url}`;
};

/** Nothing else is touched: two addresses that are read differently must never become one. */
const withoutToken = (url: string): string => {
  const at = url.search(/[?#]/);
  if (at < 0) return url;
  const kept = url
    .slice(at + 1)
    .split('&')
    .filter((pair) => !pair.startsWith('token='))
    .join('&');
  return kept === '' ? url.slice(0, at) : `${url.slice(0, at + 1)}${kept}`;
};

/** Times below 10 ms as text, by hundredths of a millisecond: nearly all answers take one of them. */
const TIMINGS = Array.from({ length: 1000 }, (_, hundredths) => `app;dur=${(hundredths / 100).toFixed(2)}`);
const timingOf = (ms: number): string => TIMINGS[Math.round(ms * 100)] ?? `app;dur=${ms.toFixed(2)}`;

/** The headers of an answer in the encoding the caller takes, and what sends it; null when the caller has it already. */
const prepare = (
  request: FastifyRequest,
  reply: FastifyReply,
  answer: Rendered,
  forPages: boolean,
): (() => FastifyReply) | null => {
  const { method, headers } = request;
  const encoding = answer.packable ? chooseEncoding(headers['accept-encoding']) : 'identity';
  reply.header('server-timing', timingOf(performance.now() - request.arrived));
  for (const name in answer.headers) reply.header(name, answer.headers[name]);
  if (answer.packable) reply.header('vary', 'Accept-Encoding');
  if (forPages) {
    reply.header('cache-control', 'no-store');
  } else if (method === 'GET' || method === 'HEAD') {
    const etag = etagOf(answer, encoding);
    reply.header('etag', etag);
    if (!answer.headers['Cache-Control']) reply.header('cache-control', 'private, no-cache');
    const known = headers['if-none-match'];
    if (matches(known, etag)) return null;
    // That there is an answer is not known to who asks this way, so it is paid for like one.
    if (matchesAny(known)) return () => reply.code(304).send();
  }
  return () => {
    reply.header('content-type', answer.type);
    if (encoding !== 'identity') reply.header('content-encoding', encoding);
    const bytes = bytesIn(answer, encoding);
    if (!(bytes instanceof Promise)) return reply.send(bytes);
    bytes.then(
      (packed) => reply.send(packed),
      (error: unknown) => reply.removeHeader('Content-Encoding').send(error),
    );
    return reply;
  };
};

/** Takes back what only the answer that is not sent would have carried. */
const unprepare = (reply: FastifyReply): FastifyReply => reply.removeHeader('ETag').removeHeader('Vary');
