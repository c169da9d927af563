import type { FastifyInstance, InjectOptions, LightMyRequestResponse } from 'fastify';
import { pino } from 'pino';
import { Type } from 'typebox';
import { endpoint } from '#contracts/endpoint.ts';
import { flag, paging, query } from '#contracts/query.ts';
import { failure } from '#server/kernel/failure.ts';
import { isDatabaseAway } from '#server/platform/db/away.ts';
import { type Answer, bytes, data, movedTo, paged } from '#server/platform/http/answer.ts';
import type { AnswerCache } from '#server/platform/http/answer-cache.ts';
import { tagKeyOf } from '#server/platform/http/render.ts';
import {
  type Answered,
  type Authenticate,
  type Caller,
  type Route,
  route,
  type Spent,
  VISITOR,
} from '#server/platform/http/route.ts';
import { createHttp, type HttpOptions } from '#server/platform/http/server.ts';
import { silentLog } from './log.ts';

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
  cost: { each: 'ids' },
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

const desk = endpoint({
  name: 'desk',
  access: 'admin',
  tag: 'Things',
  summary: 'What only administrators do',
  method: 'POST',
  path: '/api/admin/desk',
  body: Type.Object({ note: Type.String() }, { additionalProperties: false }),
  reply: Type.Unknown(),
});

const knock = endpoint({
  ...common,
  name: 'knock',
  access: 'public',
  method: 'POST',
  path: '/api/auth/knock',
  body: Type.Object({ note: Type.String() }, { additionalProperties: false }),
  reply: Type.Unknown(),
});

const stamp = endpoint({
  ...common,
  name: 'stamp',
  method: 'GET',
  path: '/api/v1/stamp',
  cost: 'free',
  reply: Type.Unknown(),
});

const bell = endpoint({ ...common, name: 'bell', method: 'POST', path: '/api/v1/bell', reply: Type.Unknown() });

const ALICE: Caller = { maxRegs: 20, accountId: 1, tokenId: 11, limit: 100, person: null };
export const BOB: Caller = { ...ALICE, maxRegs: 50, accountId: 2, tokenId: 12 };

export const PAGES_OF_OURS = 'https://films.example';

/** HTTP around routes of a test's own. Unless it says more, only what is public is let in, and nothing is counted. */
export const httpWith = (routes: readonly Route[], more: Partial<HttpOptions> = {}) =>
  createHttp({
    routes,
    authenticate: {},
    quota: { spend: () => ({ granted: true, headers: {} }), refusal: () => null },
    origin: PAGES_OF_OURS,
    tagKey: tagKeyOf('a secret of tests'),
    isUnavailable: () => false,
    log: silentLog,
    ...more,
  });

const CALLERS = new Map([
  ['alice', ALICE],
  ['bob', BOB],
]);

const refused429: Spent = { granted: false, headers: { 'Retry-After': '60' } };

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
  /** What the audit was told. */
  readonly answers: readonly Answered[];
  /** The lines of the log, of every level. */
  readonly logged: readonly string[];
  /** From now on only so much of the quota is left. */
  readonly leave: (requests: number) => void;
  /** Calls with Alice's token. */
  readonly get: (url: string, headers?: Record<string, string>) => Promise<LightMyRequestResponse>;
  readonly call: (options: InjectOptions) => Promise<LightMyRequestResponse>;
}

/** The HTTP platform around the endpoints above and `more`. `answer` replaces what `thing` does; tokens are `alice` and `bob`. */
export const httpApp = (answer?: (id: string) => Promise<Answer>, more: readonly Route[] = []): HttpApp => {
  let calls = 0;
  const spent: [number | null, number][] = [];
  const answers: Answered[] = [];
  const logged: string[] = [];
  let left = Number.POSITIVE_INFINITY;
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
    route(order)(async ({ body }) => data(body)),
    route(stamp)(async () => data('free')),
    route(bell)(async () => data('rung')),
    route(knock)(async ({ body }) => data(body.note.length)),
    route(desk)(async ({ body }) => data(body.note)),
    route(door)(async () => bytes(Buffer.from('open'), 'text/plain', { 'Cache-Control': 'no-store' })),
    ...more,
  ];
  const admin: Authenticate = ({ headers }) => {
    if (headers.authorization !== 'Bearer carol') throw failure('session_missing');
    return { ...VISITOR, accountId: 3 };
  };
  const { app, cache } = httpWith(routes, {
    authenticate: {
      admin,
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
    quota: {
      spend: ({ accountId }, cost) => {
        if (left < cost) return refused429;
        left -= cost;
        spent.push([accountId, cost]);
        const answer = { granted: true, headers: { 'X-RateLimit-Remaining': '7' } };
        // Both ways occur here too: a count in memory, and one in another program.
        return accountId === BOB.accountId ? Promise.resolve(answer) : answer;
      },
      refusal: (_caller, cost) => (left < cost ? refused429 : null),
    },
    onAnswered: (answered) => answers.push(answered),
    isUnavailable: (error) => error instanceof AwayError || isDatabaseAway(error),
    log: pino({ level: 'trace' }, { write: (line) => void logged.push(line) }),
  });
  const call = (options: InjectOptions) =>
    app.inject({ ...options, headers: { authorization: 'Bearer alice', ...options.headers } });
  const leave = (requests: number) => {
    left = requests;
  };
  return {
    app,
    cache,
    calls: () => calls,
    spent,
    answers,
    logged,
    leave,
    call,
    get: (url, headers = {}) => call({ url, headers }),
  };
};
