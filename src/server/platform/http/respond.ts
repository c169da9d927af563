import type { FastifyInstance, FastifyReply, FastifyRequest, RouteShorthandOptions } from 'fastify';
import type { Answer } from './answer.ts';
import type { AnswerCache } from './answer-cache.ts';
import { chooseEncoding, encoded, matches, type Rendered, render, type Variant } from './render.ts';
import { type Call, type Caller, type Route, VISITOR } from './route.ts';
import type { HttpOptions } from './server.ts';

interface Responder extends Pick<HttpOptions, 'authenticate' | 'spend'> {
  readonly cache: AnswerCache;
  readonly common: (request: FastifyRequest, reply: FastifyReply) => void;
}

/** What is known of a request between its hook and its handler. */
interface Progress {
  caller: Caller;
  started: number;
  key: string;
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
    const progress = new WeakMap<FastifyRequest, Progress>();

    /** Lets a caller in; true when the answer was ready and is on its way. */
    const admit = (request: FastifyRequest, reply: FastifyReply, caller: Caller, started: number): boolean => {
      if (counted && !costLater) reply.headers(spend(caller, 1));
      const key = route.cached ? cacheKey(request, caller) : '';
      const ready = key ? cache.get(key) : undefined;
      const variant = ready && readyVariant(request, ready);
      if (ready && variant) {
        send(request, reply, ready, variant, started);
        return true;
      }
      progress.set(request, { caller, started, key });
      return false;
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
      const { caller, started, key } = progress.get(request) ?? { caller: VISITOR, started: performance.now(), key: '' };
      const input = { params: request.params, query: request.query, body: request.body } as never;
      if (counted && costLater) reply.headers(spend(caller, costLater(input)));
      const asOf = cache.now();
      const call: Call = { caller, url: request.url, accept: request.headers.accept };
      const answer: Answer = await route.handle(input, call);
      if (answer.as === 'redirect') return reply.code(308).header('Location', answer.location).send('');
      const made = render(answer);
      if (key) cache.put(key, made, asOf);
      const variant = await encoded(made, chooseEncoding(request.headers['accept-encoding']));
      return send(request, reply, made, variant, started);
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

/** The address without the token; answers that differ by caller or by Accept differ here. */
const cacheKey = (request: FastifyRequest, caller: Caller): string => {
  const url = request.url.includes('token=') ? withoutToken(request.url) : request.url;
  const accept = url.includes('/image/') ? (request.headers.accept?.includes('image/webp') ? 'w' : 'j') : '';
  return `${caller.maxRegs}${accept} ${url}`;
};

const withoutToken = (url: string): string => {
  const [path, query = ''] = url.split('?');
  const params = new URLSearchParams(query);
  params.delete('token');
  return `${path}?${params}`;
};

/** The encoding a caller gets, when its bytes are made already. */
const readyVariant = (request: FastifyRequest, answer: Rendered): Variant | undefined => {
  if (!answer.packable) return answer.identity;
  const encoding = chooseEncoding(request.headers['accept-encoding']);
  return encoding === 'identity' ? answer.identity : answer.packed.get(encoding);
};

const send = (request: FastifyRequest, reply: FastifyReply, answer: Rendered, variant: Variant, started: number): FastifyReply => {
  reply.header('Content-Type', answer.type);
  reply.header('Server-Timing', `app;dur=${(performance.now() - started).toFixed(2)}`);
  for (const name in answer.headers) reply.header(name, answer.headers[name]);
  if (answer.packable) reply.header('Vary', 'Accept-Encoding');
  if (request.method === 'GET' || request.method === 'HEAD') {
    reply.header('ETag', variant.etag);
    if (!answer.headers['Cache-Control']) reply.header('Cache-Control', 'private, no-cache');
    if (matches(request.headers['if-none-match'], variant.etag)) return reply.code(304).send();
  }
  if (variant.encoding !== 'identity') reply.header('Content-Encoding', variant.encoding);
  return reply.send(variant.bytes);
};
