import { expect, it } from 'vitest';
import { type OutboundAnswer, OutboundError, type OutboundRequest } from './outbound.ts';
import { createPolite } from './polite.ts';

const answerOf = (text: string, status = 200): OutboundAnswer => ({
  status,
  headers: new Headers(),
  body: Buffer.from(text),
  json: () => JSON.parse(text),
});

/** Lets everything go on that waits for nothing but its turn. */
const settled = () => new Promise((resolve) => setImmediate(resolve));

const setUp = (reply: (path: string) => OutboundAnswer | Promise<OutboundAnswer>, more: { every?: number } = {}) => {
  const asked: string[] = [];
  const waited: number[] = [];
  const ended: string[] = [];
  let time = 1_000_000;
  const request = async ({ path, signal }: OutboundRequest) => {
    asked.push(path);
    signal?.addEventListener('abort', () => ended.push(path));
    return reply(path);
  };
  const get = createPolite({
    ...{ door: { request }, atOnce: 2, every: 0, keepFor: 60_000, ...more },
    now: () => time,
    wait: async (ms) => {
      waited.push(ms);
      time += ms;
    },
  });
  const ask = (path: string, { signal } = new AbortController(), headers = {}) => get({ path, signal, headers });
  return { ask, asked, waited, ended, pass: (ms: number) => (time += ms) };
};

it('asks once for the same at the same time, and again only when the answer is old', async () => {
  const { ask, asked, pass } = setUp((path) => answerOf(path));
  const both = await Promise.all([ask('/a'), ask('/a')]);
  expect(both.map(({ body }) => body.toString())).toEqual(['/a', '/a']);
  pass(59_999);
  await ask('/a');
  expect(asked).toEqual(['/a']);
  pass(1);
  await ask('/a');
  await ask('/a', new AbortController(), { authorization: 'another' });
  expect(asked).toEqual(['/a', '/a', '/a']);
});

it('keeps what is not there, and no failure', async () => {
  const { ask, asked } = setUp((path) => answerOf('{}', path === '/none' ? 404 : 401));
  for (const path of ['/none', '/none', '/shut', '/shut']) await ask(path);
  expect(asked).toEqual(['/none', '/shut', '/shut']);
});

it('forgets the oldest answers where all of them are too large', async () => {
  const { ask, asked } = setUp(() => answerOf('x'.repeat(6_000_000)));
  for (const path of ['/a', '/b', '/c', '/c', '/b', '/a']) await ask(path);
  expect(asked).toEqual(['/a', '/b', '/c', '/a']);
});

it('lets some go on at the same time, in the order in which they came, and none too soon', async () => {
  const held: (() => void)[] = [];
  const slow = (path: string) =>
    new Promise<OutboundAnswer>((resolve) => void held.push(() => resolve(answerOf(path))));
  const { ask, asked, waited } = setUp(slow, { every: 300 });
  const all = ['/a', '/b', '/c', '/d'].map((path) => ask(path));
  await settled();
  expect([asked, waited]).toEqual([['/a', '/b'], [300]]);
  held[0]?.();
  await settled();
  expect([asked, waited]).toEqual([
    ['/a', '/b', '/c'],
    [300, 300],
  ]);
  for (let i = 1; i < 4; i++) {
    held[i]?.();
    await settled();
  }
  expect((await Promise.all(all)).map(({ body }) => body.toString())).toEqual(['/a', '/b', '/c', '/d']);
});

it('ends for who leaves, and for the other side when all have left', async () => {
  const { ask, ended, asked } = setUp(() => new Promise(() => undefined));
  const [one, other] = [new AbortController(), new AbortController()];
  const answers = [ask('/a', one), ask('/a', other)].map((answer) => answer.catch((error: unknown) => error));
  await settled();
  one.abort('first');
  expect([await answers[0], ended]).toEqual(['first', []]);
  other.abort('second');
  expect([await answers[1], ended]).toEqual(['second', ['/a']]);
  await expect(ask('/a', one)).rejects.toBe('first');
  expect(asked).toEqual(['/a']);
});

it('asks for nothing until the other side wants to be asked again', async () => {
  let limited = true;
  const { ask, asked, pass } = setUp((path) => {
    if (limited) throw new OutboundError(`GET ${path}`, 'status', { status: 429, retryAfter: '120' });
    return answerOf(path);
  });
  const failed = (path: string) => ask(path).catch((error: unknown) => error);
  expect(await failed('/a')).toMatchObject({ status: 429, retryAfter: 120_000 });
  limited = false;
  pass(30_000);
  expect(await failed('/b')).toMatchObject({ status: 429, retryAfter: 90_000, message: 'GET /a: status 429' });
  expect(asked).toEqual(['/a']);
  pass(90_000);
  await ask('/b');
  expect(asked).toEqual(['/a', '/b']);
});
