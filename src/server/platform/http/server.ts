import Fastify, {
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  LogController,
} from 'fastify';
import type { TSchema } from 'typebox';
import { AREAS, areaOf } from '#contracts/areas.ts';
import { type Failure, Failure as FailureError, failure } from '#server/kernel/failure.ts';
import type { Log } from '../log.ts';
import { knowAddresses } from './address.ts';
import { type AnswerCache, createAnswerCache } from './answer-cache.ts';
import { createDoor } from './door.ts';
import { type InputPart, inputCheck } from './input.ts';
import { BODY_LIMIT, takeJson } from './json-body.ts';
import { renderFailure, type TagKey } from './render.ts';
import { createResponder, pay } from './respond.ts';
import { type Admission, type Answered, type Route, VISITOR } from './route.ts';
import { createTrouble } from './trouble.ts';

export interface HttpOptions extends Admission {
  readonly routes: readonly Route[];
  /** Tells errors that mean 'the database is away' from errors of ours. */
  readonly isUnavailable: (error: unknown) => boolean;
  readonly log: Log;
  readonly cacheBytes?: number;
  /** Where pages of ours come from, as browsers write it. */
  readonly origin: string;
  /** Networks whose word for a caller's address is taken, addresses, CIDR, or `loopback`, `linklocal`, `uniquelocal`. */
  readonly trustedProxies?: readonly string[];
  /** What ETags are made with; the same on every node. */
  readonly tagKey: TagKey;
  /** Whether what made requests fail as unavailable answers again. */
  readonly isBack?: () => Promise<boolean>;
  /** Whether this node is being stopped, so that callers had better open no more calls on their connections. */
  readonly isLeaving?: () => boolean;
  /** Hears of every request under /api when its answer is ready to go out. */
  readonly onAnswered?: (answered: Answered) => void;
}

/** What pages of other sites may send. */
const PREFLIGHT = {
  'Access-Control-Allow-Methods': 'GET, HEAD, POST',
  'Access-Control-Allow-Headers': 'Authorization, X-API-KEY, Content-Type, If-None-Match',
  'Access-Control-Max-Age': '86400',
} as const;

export interface Http {
  readonly app: FastifyInstance;
  readonly cache: AnswerCache;
  /** Every route there is, as method and address: what a test of access has to walk. */
  readonly served: readonly (readonly [method: string, url: string])[];
}

const EXPOSED =
  'ETag, RateLimit, RateLimit-Policy, X-RateLimit-Limit, X-RateLimit-Remaining, X-RateLimit-Reset, Retry-After, X-Request-Id, X-Total-Relation, Server-Timing';

/** Fastify wants levels that ours has not, and a child for each request. */
const forFastify = (log: Log): FastifyBaseLogger => {
  const wide: FastifyBaseLogger = Object.assign(Object.create(log), {
    trace: () => {},
    fatal: log.error,
    child: () => wide,
  });
  return wide;
};

/** HTTP around the routes, listening nowhere yet, and the cache of its answers, to be cleared when the catalogue changes. */
export const createHttp = (options: HttpOptions): Http => {
  const cache = createAnswerCache({ maxBytes: options.cacheBytes ?? 64 * 1024 * 1024 });
  const started = Date.now().toString(36);
  let requests = 0;
  const { quota, onAnswered, log, isBack = async () => true, isLeaving = () => false } = options;
  const door = createDoor(options.origin);
  const requestLog = forFastify(log);
  const trouble = createTrouble({ log, isBack });
  const tell = onAnswered && tellOf(onAnswered);
  const sendFailure = (failed: Failure, error: unknown, request: FastifyRequest, reply: FastifyReply): void => {
    trouble(failed, error, request);
    common(request, reply, pathOf(request));
    reply
      .code(failed.status)
      .headers({ ...failed.headers, 'Cache-Control': 'no-store' })
      .type('application/json; charset=utf-8')
      .send(renderFailure(failed));
  };
  /** A failure of the caller's making is an answer too, and costs one. */
  const charge = async (failed: Failure, request: FastifyRequest, reply: FastifyReply): Promise<Failure> => {
    const { progress } = request;
    if (!progress || progress.due === 0 || failed.status >= 500 || failed.status === 429) return failed;
    progress.due = 1;
    try {
      pay(reply, await quota.spend(progress.caller, 1), progress);
      return failed;
    } catch (refused) {
      return asFailure(refused, options.isUnavailable);
    }
  };
  const fail = (error: unknown, request: FastifyRequest, reply: FastifyReply): void | Promise<void> => {
    const failed = isCutOff(request) ? cutOff() : asFailure(error, options.isUnavailable);
    if (request.progress?.due)
      return charge(failed, request, reply).then((charged) => sendFailure(charged, error, request, reply));
    return sendFailure(failed, error, request, reply);
  };
  /** Lets somebody in who asks for what is not there, since only such may know that; it costs one. */
  const admit = async (request: FastifyRequest): Promise<void> => {
    const access = areaOf(request.url)?.access;
    const guard = access && options.authenticate[access];
    if (!guard) return;
    const caller = await guard(request);
    request.progress = { caller, path: request.url, key: '', due: access === 'token' ? 1 : 0, cost: 0 };
  };
  const app = Fastify({
    // With a logger of its own it would watch the end of every answer, which costs more than a hot answer's own work.
    logger: false,
    childLoggerFactory: () => requestLog,
    // Its own lines hold requests as they came, credentials and all.
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit: BODY_LIMIT,
    requestTimeout: 30_000,
    // Whom a request is for is looked at in one place, the door.
    http: { headersTimeout: 10_000, connectionsCheckingInterval: 2_000, requireHostHeader: false },
    clientErrorHandler: door.refuseUnreadable,
    genReqId: () => `${started}-${++requests}`,
    routerOptions: { maxParamLength: 200, ignoreTrailingSlash: false },
    forceCloseConnections: 'idle',
    // While the server drains, what still arrives is answered like everything else.
    return503OnClosing: false,
    // What has no readable address is no request of the framework's: it goes past hooks and decorations.
    frameworkErrors: (error, request, reply) => {
      door.protect(reply);
      Object.defineProperty(request, 'address', { value: addressOf(request.raw) });
      admit(request)
        .then(
          () => fail(error, request, reply),
          (refused: unknown) => fail(refused, request, reply),
        )
        .then(() => tell?.(request, reply));
    },
  });
  const addressOf = knowAddresses(app, options.trustedProxies ?? []);
  door.guard(app);
  app.setValidatorCompiler(({ schema, httpPart }) => inputCheck(schema as TSchema, httpPart as InputPart));
  app.setSerializerCompiler(() => (value) => JSON.stringify(value));
  takeJson(app);

  const served: [string, string][] = [];
  app.addHook('onRoute', ({ method, url }) => {
    for (const each of [method].flat()) served.push([each, url]);
  });
  app.setErrorHandler((error, request, reply) => void fail(error, request, reply));
  app.decorateRequest('progress');
  app.decorateRequest('arrived', 0);
  app.setNotFoundHandler(async (request, reply) => {
    common(request, reply, request.url);
    await admit(request);
    throw failure('address_unknown');
  });
  app.addHook('onSend', (request, reply, _payload, done) => {
    door.protect(reply);
    if (isLeaving()) reply.header('connection', 'close');
    tell?.(request, reply);
    done();
  });
  for (const { prefix } of AREAS.filter(({ anyOrigin }) => anyOrigin))
    app.options(`${prefix}*`, (request, reply) => {
      common(request, reply, prefix);
      reply.headers(PREFLIGHT).code(204).send();
    });

  const respond = createResponder({ ...options, cache, common });
  for (const route of options.routes) respond(app, route);
  return { app, cache, served };
};

/** The address of the route that a request has found, however its own is written; else its own. */
const pathOf = (request: FastifyRequest): string => request.progress?.path ?? request.routeOptions.url ?? request.url;

const UNDER_API = /^\/api(?:[/?]|$)/;

const tellOf =
  (onAnswered: (answered: Answered) => void) =>
  (request: FastifyRequest, reply: FastifyReply): void => {
    const path = pathOf(request);
    if (!UNDER_API.test(path)) return;
    const { caller, cost } = request.progress ?? { caller: VISITOR, cost: 0 };
    // What has found no route has no beginning either.
    const elapsed = request.arrived ? performance.now() - request.arrived : 0;
    onAnswered({ request, path, code: reply.statusCode, elapsed, tokenId: caller.tokenId, cost });
  };

/** What every answer under /api carries. Names in small letters are the ones that cost nothing to send. */
const common = (request: FastifyRequest, reply: FastifyReply, path: string): void => {
  reply.header('x-request-id', request.id);
  if (areaOf(path)?.anyOrigin) {
    reply.header('access-control-allow-origin', '*');
    reply.header('access-control-expose-headers', EXPOSED);
  }
};

/** Whether the caller went away in the middle of the body. The connection's error would look like the database's. */
const isCutOff = ({ raw }: FastifyRequest): boolean => raw.destroyed && !raw.complete;
const cutOff = (): Failure => failure('invalid_body', 'The request ended in the middle of its body.');

const asFailure = (error: unknown, isUnavailable: (error: unknown) => boolean): Failure => {
  if (error instanceof FailureError) return error;
  const { code, statusCode } = (error ?? {}) as { code?: string; statusCode?: number };
  if (code === 'FST_ERR_CTP_INVALID_MEDIA_TYPE') return failure('media_type');
  if (code === 'FST_ERR_CTP_BODY_TOO_LARGE') return failure('body_too_large');
  if (isUnavailable(error)) return failure('unavailable', undefined, { headers: { 'Retry-After': '2' } });
  if (code?.startsWith('FST_') && statusCode !== undefined && statusCode < 500) {
    return failure('invalid_parameter', 'The request cannot be read.');
  }
  return failure('internal');
};
