import type { FastifyInstance, FastifyReply, FastifyRequest, RouteShorthandOptions } from 'fastify';
import { Type } from 'typebox';
import type { RouteAccess, RouteShape } from '#contracts/endpoint.ts';
import type { Rendered, StreamAnswer } from './answer.ts';
import type { AnswerCache } from './answer-cache.ts';
import { bodiesOf } from './bodies.ts';
import { cacheKey } from './cache-key.ts';
import { carry } from './cors.ts';
import { costOf, type Progress, pay, quotaSpent } from './cost.ts';
import { antiForgery } from './forgery.ts';
import { checkEncoding } from './input.ts';
import { languageAsked, tellingLanguage } from './language.ts';
import { placeOfRoute } from './place.ts';
import type { Described } from './reading.ts';
import { render, type TagKey } from './render.ts';
import { type Admission, type Authenticate, type Call, type Caller, type Route, type Spent, VISITOR } from './route.ts';
import { type Parcel, parcelOf, sendStream } from './send.ts';

interface Responder extends Admission {
  readonly cache: AnswerCache;
  readonly now: () => Date;
  /** The addresses a page of ours may be at. */
  readonly origin: string;
  readonly tagKey: TagKey;
  readonly send: (request: FastifyRequest, reply: FastifyReply, parcel: Parcel) => FastifyReply;
  /** Hears of an answer that broke off while it was sent. */
  readonly broken: (error: unknown, request: FastifyRequest) => void;
}

/** Registers a route: who is calling, what is kept ready, the handler, the way out. What its descriptor says is read here. */
export const createResponder =
  ({ authenticate, quota, cache, now, origin, tagKey, send, broken }: Responder) =>
  (app: FastifyInstance, route: Route): void => {
    const { endpoint } = route;
    const { method, path, access, told } = endpoint;
    const guard = authenticate[access] ?? UNGUARDED[access];
    if (!guard) throw new Error(`${method} ${path}: nobody knows the callers of '${access}'`);
    const place = placeOfRoute(route);
    const bodies = bodiesOf(endpoint);
    const checkForgery = antiForgery(endpoint);
    const counted = access === 'token' && endpoint.cost !== 'free';
    const costLater = costOf(endpoint);
    const isStrict = isStrictQuery(endpoint);

    /** Lets a caller in; true when the answer was ready and is on its way. */
    const admit = (request: FastifyRequest, reply: FastifyReply, caller: Caller): boolean => {
      checkForgery?.(request, origin);
      if (access === 'token') forgetToken(request.query as Record<string, unknown>);
      const key = route.cached ? cacheKey(request, caller, route, place) : '';
      const progress: Progress = { caller, key, due: counted ? 1 : 0, cost: 0 };
      request.progress = progress;
      const ready = key ? cache.get(key) : undefined;
      if (ready) {
        const sent = finish(request, reply, ready, progress);
        if (sent instanceof Promise) sent.catch((error: unknown) => reply.send(error));
        return true;
      }
      if (counted && !costLater) refuseEarly(request, caller, 1);
      if (isStrict) checkEncoding(request.url);
      return false;
    };

    /** No work for a caller who has nothing left; one who asks whether something has changed may be told so for free. */
    const refuseEarly = (request: FastifyRequest, caller: Caller, cost: number): void => {
      if (request.headers['if-none-match'] !== undefined) return;
      const refusal = quota.refusal(caller, cost);
      if (refusal) throw quotaSpent(refusal, cost);
    };

    /** Sends an answer, paid for unless the caller has it already. */
    const finish = (
      request: FastifyRequest,
      reply: FastifyReply,
      answer: Rendered,
      progress: Progress,
    ): FastifyReply | Promise<FastifyReply> => {
      const parcel = parcelOf(request, answer, place);
      if (parcel.known || progress.due === 0) return send(request, reply, parcel);
      const settle = (spent: Spent): FastifyReply => {
        const told = pay(spent, progress);
        for (const name in told) parcel.head.push(name, told[name] as string);
        return send(request, reply, parcel);
      };
      const spent = quota.spend(progress.caller, progress.due);
      return spent instanceof Promise ? spent.then(settle) : settle(spent);
    };

    /** What is sent bit by bit is paid for before it begins. */
    const finishStream = async (
      request: FastifyRequest,
      reply: FastifyReply,
      answer: StreamAnswer,
      progress: Progress,
    ): Promise<FastifyReply> => {
      try {
        if (progress.due > 0) reply.headers(pay(await quota.spend(progress.caller, progress.due), progress));
      } catch (error) {
        answer.stream.destroy();
        throw error;
      }
      return sendStream(request, reply, answer, broken);
    };

    const onRequest: RouteShorthandOptions['onRequest'] = (request, reply, done) => {
      request.place = place;
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
      const input = { params: request.params, query: request.query, body: bodies.bodyOf(request) } as never;
      if (counted && costLater) {
        progress.due = costLater(request.body);
        refuseEarly(request, caller, progress.due);
      }
      const asOf = cache.now();
      const { url, address: ip, headers } = request;
      const stillAllowed = async (): Promise<unknown> => guard(request);
      const language = told
        ? languageAsked(told, request.query as Record<string, unknown>, headers['accept-language'])
        : '';
      const call: Call = {
        caller: language ? { ...caller, language } : caller,
        url,
        now,
        stillAllowed,
        requestId: request.id,
        ip,
        accept: headers.accept,
        headers,
      };
      const answer = await route.handle(input, call);
      if (answer.as === 'redirect' || answer.as === 'foreign' || answer.as === 'stream') carry(request, reply, place);
      if (answer.as === 'redirect')
        return reply
          .code(answer.status)
          .headers(answer.headers ?? {})
          .header('Location', answer.location)
          .send();
      if (answer.as === 'foreign')
        return reply.code(answer.status).headers(answer.headers).header('Cache-Control', 'no-store').send(answer.bytes);
      if (answer.as === 'stream') return finishStream(request, reply, answer, progress);
      const made = render(told ? tellingLanguage(answer, language, told.byHeader) : answer, tagKey);
      if (key) cache.put(key, made, asOf);
      return finish(request, reply, made, progress);
    };

    const schema = schemaOf(endpoint);
    bodies.add(app, {
      method,
      url: path,
      schema,
      bodyLimit: bodies.limit,
      config: { place, access },
      onRequest,
      handler,
    });
  };

/** Nobody has to be known where everybody may call, or where what the call says, or becomes, shows who has sent it. */
const UNGUARDED: Readonly<Partial<Record<RouteAccess, Authenticate>>> = {
  public: () => VISITOR,
  signed: () => VISITOR,
  onward: () => VISITOR,
};

/** What is not described is refused, also where nothing is. */
const NOTHING = Type.Object({}, { additionalProperties: false });
const NO_BODY = Type.Union([Type.Undefined(), Type.Null(), NOTHING], { 'x-form': 'is not needed here: leave it out' });

const schemaOf = ({ method, params, query = NOTHING, body = NO_BODY, takes }: RouteShape) => ({
  ...(params && { params }),
  ...(query !== 'any' && { querystring: query }),
  // What a handler is given as it came in is checked by nobody else.
  ...((takes === undefined || takes === 'form') && method !== 'GET' && { body }),
});

/** Whether nothing of a query is let be that cannot be read. */
const isStrictQuery = ({ query }: RouteShape): boolean =>
  query !== 'any' && !(query as Described | undefined)?.['x-lenient'];

/** The token has done its work and is no parameter of the call; two of them are a mistake that stays to be named. */
const forgetToken = (query: Record<string, unknown>): void => {
  if (typeof query.token === 'string') delete query.token;
};
