import type { FastifyInstance, FastifyReply, FastifyRequest, RouteShorthandOptions } from 'fastify';
import type { AnswerCache } from './answer-cache.ts';
import { bytesIn, chooseEncoding, etagOf, matches, type Rendered, render } from './render.ts';
import { type Admission, type Call, type Caller, type Route, VISITOR } from './route.ts';

interface Responder extends Admission {
  readonly cache: AnswerCache;
  readonly common: (request: FastifyRequest, reply: FastifyReply) => void;
}

/** What is known of a request between its hook and its handler. */
interface Progress {
  readonly caller: Caller;
  readonly started: number;
  /** Where its answer is kept; empty when it isn't. */
  readonly key: string;
}

declare module 'fastify' {
  interface FastifyRequest {
    progress: Progress;
  }
}

/** Registers a route: who is calling, what is kept ready, the handler, the way out. */
export const createResponder =
  ({ authenticate, spend, cache, common }: Responder) =>
  (app: FastifyInstance, route: Route): void => {
    const { endpoint } = route;
    const guard = authenticate[endpoint.access] ?? (endpoint.access === 'public' ? () => VISITOR : undefined);
    if (!guard) throw new Error(`${endpoint.name}: nobody knows the callers of '${endpoint.access}'`);
    const counted = endpoint.access === 'token';
    const costLater = route.cost;

    /** Lets a caller in; true when the answer was ready and is on its way. */
    const admit = (request: FastifyRequest, reply: FastifyReply, caller: Caller, started: number): boolean => {
      if (counted) {
        if (!costLater) reply.headers(spend(caller, 1));
        forgetToken(request.query as Record<string, unknown>);
      }
      const key = route.cached ? cacheKey(request, caller, route.variant) : '';
      const ready = key ? cache.get(key) : undefined;
      if (ready) send(request, reply, ready, started);
      else request.progress = { caller, started, key };
      return ready !== undefined;
    };

    const onRequest: RouteShorthandOptions['onRequest'] = (request, reply, done) => {
      const started = performance.now();
      common(request, reply);
      try {
        const known = guard(request);
        const go = (caller: Caller) => {
          // A reply that has been sent ends the request; done() would go on to the handler.
          if (!admit(request, reply, caller, started)) done();
        };
        if (known instanceof Promise) known.then(go).catch(done);
        else go(known);
      } catch (error) {
        done(error as Error);
      }
    };

    const handler = async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
      const { caller, started, key } = request.progress;
      const input = { params: request.params, query: request.query, body: request.body } as never;
      if (counted && costLater) reply.headers(spend(caller, costLater(input)));
      const asOf = cache.now();
      const call: Call = { caller, url: request.url, accept: request.headers.accept };
      const answer = await route.handle(input, call);
      if (answer.as === 'redirect') return reply.code(308).header('Location', answer.location).send();
      const made = render(answer);
      if (key) cache.put(key, made, asOf);
      return send(request, reply, made, started);
    };

    app.route({
      method: endpoint.method,
      url: endpoint.path,
      schema: {
        ...(endpoint.params && { params: endpoint.params }),
        ...(endpoint.query && { querystring: endpoint.query }),
        ...(endpoint.body && { body: endpoint.body }),
      },
      onRequest,
      handler,
    });
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

const withoutToken = (url: string): string => {
  const [path, query = ''] = url.split('?');
  const params = new URLSearchParams(query);
  params.delete('token');
  return params.size > 0 ? `${path}?${params}` : `${path}`;
};

/** Sends an answer in the encoding the caller takes, or 304 when the caller has it already. */
const send = (request: FastifyRequest, reply: FastifyReply, answer: Rendered, started: number): FastifyReply => {
  const { method, headers } = request;
  const encoding = answer.packable ? chooseEncoding(headers['accept-encoding']) : 'identity';
  reply.header('Server-Timing', `app;dur=${(performance.now() - started).toFixed(2)}`);
  for (const name in answer.headers) reply.header(name, answer.headers[name]);
  if (answer.packable) reply.header('Vary', 'Accept-Encoding');
  if (method === 'GET' || method === 'HEAD') {
    const etag = etagOf(answer, encoding);
    reply.header('ETag', etag);
    if (!answer.headers['Cache-Control']) reply.header('Cache-Control', 'private, no-cache');
    if (matches(headers['if-none-match'], etag)) return reply.code(304).send();
  }
  reply.header('Content-Type', answer.type);
  if (encoding !== 'identity') reply.header('Content-Encoding', encoding);
  const bytes = bytesIn(answer, encoding);
  if (!(bytes instanceof Promise)) return reply.send(bytes);
  bytes.then(
    (packed) => reply.send(packed),
    (error: unknown) => reply.removeHeader('Content-Encoding').send(error),
  );
  return reply;
};
