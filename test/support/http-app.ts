import type { FastifyInstance, InjectOptions, LightMyRequestResponse } from 'fastify';
import { Type } from 'typebox';
import { endpoint } from '#contracts/endpoint.ts';
import { flag, paging, query } from '#contracts/query.ts';
import { failure } from '#server/kernel/failure.ts';
import { type Answer, bytes, data, movedTo, paged } from '#server/platform/http/answer.ts';
import type { AnswerCache } from '#server/platform/http/answer-cache.ts';
import { type Caller, type Route, route } from '#server/platform/http/route.ts';
import { createHttp } from '#server/platform/http/server.ts';
import { createLog } from '#server/platform/log.ts';

/** Endpoints that exist for tests only: a small shop of things. */

const common = { access: 'token', tag: 'Things', summary: 'A thing' } as const;

const thing = endpoint({
  ...common,
  name: 'thing',
  method: 'GET',
  path: '/api/v1/thing/:id',
  params: Type.Object({ id: Type.String({ pattern: '^\\d+$' }) }),
  query: query({
    big: flag('A large answer.'),
    size: Type.Optional(Type.Integer({ minimum: 1, maximum: 9 })),
    share: Type.Optional(Type.Number({ minimum: 0, maximum: 1 })),
    colour: Type.Optional(Type.Enum(['RED', 'BLUE'])),
  }),
  reply: Type.Unknown(),
});

const things = endpoint({
  ...common,
  name: 'things',
  method: 'GET',
  path: '/api/v1/things',
  query: query({ name: Type.String({ minLength: 1 }), ...paging }),
  reply: Type.Array(Type.Unknown()),
  shape: 'page',
});

const order = endpoint({
  ...common,
  name: 'order',
  method: 'POST',
  path: '/api/v1/order',
  body: Type.Object(
    {
      ids: Type.Array(Type.String({ maxLength: 5 }), { minItems: 1, maxItems: 3 }),
      note: Type.Optional(Type.String()),
    },
    { additionalProperties: false },
  ),
  reply: Type.Unknown(),
});

const door = endpoint({
  ...common,
  name: 'door',
  access: 'public',
  method: 'GET',
  path: '/door',
  reply: Type.Unknown(),
});

export const ALICE: Caller = { maxRegs: 20, accountId: 1 };
export const BOB: Caller = { maxRegs: 50, accountId: 2 };
const CALLERS = new Map([
  ['alice', ALICE],
  ['bob', BOB],
]);

const refused = (reason: 'token_missing' | 'token_invalid') =>
  failure(reason, undefined, { headers: { 'WWW-Authenticate': 'Bearer realm="test"' } });

/** An error of the kind a lost database throws. */
export class AwayError extends Error {}

export interface HttpApp {
  readonly app: FastifyInstance;
  readonly cache: AnswerCache;
  /** How often a handler has run. */
  readonly calls: () => number;
  /** What was spent: the callers' accounts with the costs. */
  readonly spent: readonly (readonly [number | null, number])[];
  /** Calls with Alice's token. */
  readonly get: (url: string, headers?: Record<string, string>) => Promise<LightMyRequestResponse>;
  readonly call: (options: InjectOptions) => Promise<LightMyRequestResponse>;
}

/** The HTTP platform around the endpoints above. `answer` replaces what `thing` does; tokens are `alice` and `bob`. */
export const httpApp = (answer?: (id: string) => Promise<Answer>): HttpApp => {
  let calls = 0;
  const spent: [number | null, number][] = [];
  const usual = async (id: string, big: boolean): Promise<Answer> =>
    id === '308'
      ? movedTo('/api/v1/thing/309')
      : data(big ? { id, words: Array.from({ length: 400 }, (_, at) => `word ${at}`) } : { id });
  const routes: readonly Route[] = [
    route(thing, { cached: true })(async ({ params, query }) => {
      calls += 1;
      return answer ? answer(params.id) : usual(params.id, query.big ?? false);
    }),
    route(things, { cached: true })(async ({ query }, { caller }) => {
      const { page = 1, regs = caller.maxRegs, name } = query;
      const found = data([{ name }]);
      if (found.as !== 'data') throw new Error('not reached');
      return paged({ json: found.json, page, regs, total: name === 'many' ? 12_345 : 1 });
    }),
    route(order, { cost: ({ body }) => body.ids.length })(async ({ body }) => data(body)),
    route(door)(async () => bytes(Buffer.from('open'), 'text/plain', { 'Cache-Control': 'no-store' })),
  ];
  const { app, cache } = createHttp({
    routes,
    authenticate: {
      token: ({ headers, url }) => {
        const token = headers.authorization?.replace('Bearer ', '') ?? /[?&]token=(\w+)/.exec(url)?.[1];
        if (token === undefined) throw refused('token_missing');
        const caller = CALLERS.get(token);
        // Both ways of answering occur: at once, and after a look into the database.
        if (caller === BOB) return Promise.resolve(BOB);
        if (!caller) throw refused('token_invalid');
        return caller;
      },
    },
    spend: ({ accountId }, cost) => {
      spent.push([accountId, cost]);
      return { 'X-RateLimit-Remaining': '7' };
    },
    isUnavailable: (error) => error instanceof AwayError,
    log: createLog({ level: 'silent' }),
  });
  const call = (options: InjectOptions) =>
    app.inject({ ...options, headers: { authorization: 'Bearer alice', ...options.headers } });
  return { app, cache, calls: () => calls, spent, call, get: (url, headers = {}) => call({ url, headers }) };
};
