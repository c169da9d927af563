import { pino } from 'pino';
import { afterAll, describe, expect, it } from 'vitest';
import { ENDPOINTS } from '#contracts/index.ts';
import { failure } from '#server/kernel/failure.ts';
import { tagKeyOf } from './render.ts';
import { type Caller, type Route, VISITOR } from './route.ts';
import { createHttp } from './server.ts';

/** Everybody is let in, so that what is measured is the reading and checking of what they send. */
const somebody: Caller = { ...VISITOR, accountId: 1, tokenId: 1 };
const { app } = createHttp({
  routes: ENDPOINTS.map(
    (endpoint): Route => ({
      endpoint: { ...endpoint, cost: 'free' },
      cached: false,
      handle: async () => {
        throw failure('forbidden');
      },
    }),
  ),
  authenticate: { token: () => somebody, session: () => somebody, admin: () => somebody },
  quota: { spend: () => ({ granted: true, headers: {} }), refusal: () => null },
  origin: 'http://127.0.0.1',
  tagKey: tagKeyOf('a secret of tests'),
  isUnavailable: () => false,
  log: pino({ level: 'silent' }),
});
afterAll(() => app.close());

const MEBIBYTE = 1_048_576;

/** As many items as fit, each made from its number. */
const filled = (before: string, item: (n: number) => string, after: string): string => {
  const items: string[] = [];
  let length = before.length + after.length;
  for (let next = item(0); length + next.length < MEBIBYTE; next = item(items.length)) {
    items.push(next);
    length += next.length + 1;
  }
  return before + items.join(',') + after;
};
const nested = (before: string, after: string): string => {
  const levels = Math.floor(MEBIBYTE / (before.length + after.length)) - 10;
  return `${before.repeat(levels)}1${after.repeat(levels)}`;
};

const SHAPES: Readonly<Record<string, string>> = {
  'a list of NULs': filled('[', () => '"\\u0000"', ']'),
  'NULs by name': filled('{', (n) => `"a${n}":"\\u0000"`, '}'),
  'lists in lists': nested('[', ']'),
  'objects in objects': nested('{"a":', '}'),
  'lists in objects in lists': nested('[{"a":', '}]'),
  'unknown keys': filled('{', (n) => `"k${n.toString(36)}":0`, '}'),
  'keys that are numbers': filled('{', (n) => `"${(n * 7_919) % 1_000_003}":0`, '}'),
  'one key again and again': filled('{', () => '"email":"a"', '}'),
  'forbidden keys': filled('{', () => '"__proto__":{}', '}'),
  'whole numbers': filled('[', () => '0', ']'),
  'long numbers': filled('[', () => '1.2345678901234567e-300', ']'),
  'a number without end': '9'.repeat(MEBIBYTE - 10),
  'empty objects': filled('[', () => '{}', ']'),
  'objects of many kinds': filled('[', (n) => `{"a${n.toString(36)}":0}`, ']'),
  ids: filled('{"ids":[', (n) => `"tt${n}"`, ']}'),
  'items of a purchase': filled('{"items":[', () => '{"idProduct":1,"quantity":1}', ']}'),
  'a long text': `"${'x'.repeat(MEBIBYTE - 10)}"`,
  'a long text of escapes': `"${'\\u0001'.repeat(MEBIBYTE / 6 - 10)}"`,
  'a long password': `{"email":"a@example.org","password":"${'é'.repeat(MEBIBYTE / 2 - 100)}"}`,
  'a long key': `{"${'k'.repeat(MEBIBYTE - 10)}":0}`,
  spaces: ' '.repeat(MEBIBYTE - 10),
  commas: ','.repeat(MEBIBYTE - 10),
  quotes: '"'.repeat(MEBIBYTE - 10),
};

/** Milliseconds that this thread has worked for a call: what others do on the machine does not count. */
const workFor = async (call: () => Promise<unknown>): Promise<number> => {
  const before = process.threadCpuUsage();
  await call();
  const { user, system } = process.threadCpuUsage(before);
  return (user + system) / 1_000;
};

/** The least of ten tries, since the engine clears up and compiles whenever it likes. */
const leastWork = async (call: () => Promise<unknown>): Promise<number> => {
  let least = Number.POSITIVE_INFINITY;
  for (let tries = 0; tries < 10 && least > MOST_MS; tries++) least = Math.min(least, await workFor(call));
  return least;
};
const MOST_MS = 50;

const pathOf = (path: string): string => path.replace(':imdbId', 'tt0068646').replace(/:\w+/g, '1');

/** The body of a GET is not read, and files are no JSON. */
const TAKING = ENDPOINTS.filter(({ method, takes }) => method !== 'GET' && takes === undefined);

describe.each(Object.entries(SHAPES))('a mebibyte of %s', (_name, payload) => {
  it('holds no endpoint up', async () => {
    expect(Buffer.byteLength(payload)).toBeGreaterThan(0.9 * MEBIBYTE);
    for (const { method, path } of TAKING) {
      const answers: number[] = [];
      const work = await leastWork(async () => {
        const { statusCode, rawPayload } = await app.inject({
          method,
          url: pathOf(path),
          payload,
          headers: { 'content-type': 'application/json' },
        });
        answers.push(statusCode);
        expect(rawPayload.length).toBeLessThan(10_000);
      });
      expect(
        answers.every((status) => [400, 403, 413].includes(status)),
        `${method} ${path}: ${answers}`,
      ).toBe(true);
      expect(work, `${method} ${path}`).toBeLessThan(MOST_MS);
    }
  });
});

it.each([
  ['unknown parameters', (n: number) => `p${n}=1`],
  ['one parameter', () => 'page=1'],
  ['NULs', (n: number) => `p${n}=%00`],
])('10,000 %s in an address hold no endpoint up', async (_name, parameter) => {
  const query = Array.from({ length: 10_000 }, (_, n) => parameter(n)).join('&');
  for (const { method, path } of ENDPOINTS) {
    const call = async () => {
      const { rawPayload } = await app.inject({ method, url: `${pathOf(path)}?${query}` });
      expect(rawPayload.length).toBeLessThan(10_000);
    };
    expect(await leastWork(call), `${method} ${path}`).toBeLessThan(MOST_MS);
  }
});
