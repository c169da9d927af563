import Fastify, {
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  LogController,
} from 'fastify';
import type { TSchema } from 'typebox';
import { AREAS, type Area } from '#contracts/areas.ts';
import type { RouteAccess } from '#contracts/endpoint.ts';
import { failure } from '#server/kernel/failure.ts';
import type { Log } from '../log.ts';
import { knowAddresses } from './address.ts';
import { type AnswerCache, createAnswerCache } from './answer-cache.ts';
import { carry, PREFLIGHT } from './cors.ts';
import { createDoor } from './door.ts';
import { createFailing, type Facades } from './failing.ts';
import { type InputPart, inputCheck } from './input.ts';
import { BODY_LIMIT, takeJson } from './json-body.ts';
import { placeAt, placeOf } from './place.ts';
import type { TagKey } from './render.ts';
import { createResponder } from './respond.ts';
import { type Admission, type Answered, type Route, type ToldFailure, VISITOR } from './route.ts';
import { createSend } from './send.ts';
import { createTrouble } from './trouble.ts';
import { asksToUpgrade, type Upgrades } from './upgrade.ts';

export interface HttpOptions extends Admission {
  readonly routes: readonly Route[];
  /** Tells errors that mean 'the database is away' from errors of ours. */
  readonly isUnavailable: (error: unknown) => boolean;
  readonly log: Log;
  /** The clock of calls; this node's where none is given. */
  readonly now?: () => Date;
  readonly cacheBytes?: number;
  /** Where pages of ours come from, as browsers write it. */
  readonly origin: string;
  /** Networks whose word for a caller's address is taken, addresses, CIDR, or `loopback`, `linklocal`, `uniquelocal`. */
  readonly trustedProxies?: readonly string[];
  /** What ETags are made with; the same on every node. */
  readonly tagKey: TagKey;
  /** Whether what made requests fail as unavailable answers again. */
  readonly isBack?: () => Promise<boolean>;
  /** What a browser is shown at an address beside the API where nothing is; programs get the envelope. */
  readonly missing?: ToldFailure;
  /** How failures are told to the clients of other services; an envelope where it isn't said. */
  readonly facades?: Facades;
  /** Whether this node is being stopped, so that callers had better open no more calls on their connections. */
  readonly isLeaving?: () => boolean;
  /** Hears of every request under /api when its answer is ready to go out. */
  readonly onAnswered?: (answered: Answered) => void;
  /** Takes connections that go on with WebSockets. */
  readonly upgrades?: Upgrades;
}

export interface Served {
  readonly method: string;
  readonly url: string;
  /** Undefined for a route that no descriptor speaks of: there must be none. */
  readonly access: RouteAccess | undefined;
}

export interface Http {
  readonly app: FastifyInstance;
  readonly cache: AnswerCache;
  /** Every route there is, when the app is ready: what a test of access has to walk. */
  readonly served: readonly Served[];
}

/** Fastify wants levels that ours has not, and a child for each request. */
const forFastify = (log: Log): FastifyBaseLogger => {
  const wide: FastifyBaseLogger = Object.assign(Object.create(log), {
    // What others write at this level holds headers, credentials too.
    trace: () => {},
    fatal: log.error,
    child: () => wide,
  });
  return wide;
};

/** How input is checked and answers are written. Set after its creation, the framework would load its own ways first. */
const compilersFactory = {
  // The framework's types know the validators of one library only.
  buildValidator: (() => (of: { schema: TSchema; httpPart: InputPart }) =>
    inputCheck(of.schema, of.httpPart)) as () => never,
  buildSerializer: () => () => (value: unknown) => JSON.stringify(value),
};

/** HTTP around the routes, listening nowhere yet, and the cache of its answers, to be cleared when the catalogue changes. */
export const createHttp = (options: HttpOptions): Http => {
  const cache = createAnswerCache({ maxBytes: options.cacheBytes ?? 64 * 1024 * 1024 });
  const started = Date.now().toString(36);
  let requests = 0;
  const { quota, isUnavailable, onAnswered, upgrades, log } = options;
  const { isBack = async () => true, isLeaving = () => false } = options;
  const door = createDoor(options.origin);
  const requestLog = forFastify(log);
  const { fail, broken } = createFailing({
    quota,
    isUnavailable,
    trouble: createTrouble({ log, isBack }),
    missing: options.missing,
    facades: options.facades ?? {},
  });
  const tell = onAnswered && tellOf(onAnswered);
  /** Lets somebody in who asks for what is not there, since only such may know that; it costs one. */
  const admit = async (request: FastifyRequest): Promise<void> => {
    const access = placeOf(request).area?.access;
    const guard = access && options.authenticate[access];
    if (!guard) return;
    const caller = await guard(request);
    request.progress = { caller, key: '', due: access === 'token' ? 1 : 0, cost: 0 };
  };
  const app = Fastify({
    // With a logger of its own it would watch the end of every answer, which costs more than a hot answer's own work.
    logger: false,
    childLoggerFactory: () => requestLog,
    // Its own lines hold requests as they came, credentials and all.
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit: BODY_LIMIT,
    schemaController: { compilersFactory },
    requestTimeout: 30_000,
    // Whom a request is for is looked at in one place, the door.
    http: {
      headersTimeout: 10_000,
      connectionsCheckingInterval: 2_000,
      requireHostHeader: false,
      shouldUpgradeCallback: (request) => upgrades !== undefined && asksToUpgrade(upgrades, request),
    },
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
  if (upgrades) door.handOver(app, upgrades, addressOf);
  takeJson(app);

  const served: Served[] = [];
  app.addHook('onRoute', ({ method, url, config }) => {
    for (const each of [method].flat()) served.push({ method: each, url, access: config?.access });
  });
  app.setErrorHandler((error, request, reply) => void fail(error, request, reply));
  app.decorateRequest('place');
  app.decorateRequest('progress');
  app.decorateRequest('arrived', 0);
  app.decorateRequest('failedAs', 0);
  app.setNotFoundHandler(async (request, reply) => {
    carry(request, reply, placeOf(request));
    await admit(request);
    throw failure('address_unknown');
  });
  // What is sent ready does the same without it.
  app.addHook('onSend', (request, reply, _payload, done) => {
    door.protect(reply);
    if (isLeaving()) reply.header('connection', 'close');
    tell?.(request, reply);
    done();
  });
  for (const path of AREAS.flatMap(addressesOfOthers)) {
    const place = placeAt(path);
    app.options(place.path, { config: { place, access: 'public' } }, (request, reply) => {
      carry(request, reply, place);
      reply.headers(PREFLIGHT).code(204).send();
    });
  }

  const send = createSend({ protection: door.protection, isLeaving, tell });
  const respond = createResponder({ now: () => new Date(), ...options, cache, send, broken });
  for (const route of options.routes) respond(app, route);
  return { app, cache, served };
};

/** Where pages of any site may ask beforehand whether they may call. */
const addressesOfOthers = ({ prefix, anyOrigin, facade }: Area): readonly string[] => {
  if (!anyOrigin) return [];
  return facade ? [prefix.slice(0, -1), `${prefix}*`] : [`${prefix}*`];
};

const tellOf =
  (onAnswered: (answered: Answered) => void) =>
  // What has found no route has no beginning either.
  (
    request: FastifyRequest,
    reply: FastifyReply,
    elapsed = request.arrived ? performance.now() - request.arrived : 0,
  ): void => {
    const { path, isApi } = placeOf(request);
    if (!isApi) return;
    const { caller, cost } = request.progress ?? { caller: VISITOR, cost: 0 };
    onAnswered({ request, path, code: request.failedAs || reply.statusCode, elapsed, tokenId: caller.tokenId, cost });
  };
