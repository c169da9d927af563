import { once } from 'node:events';
import { createServer } from 'node:http';
import { connect } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { freePort } from '#test/support/cli.ts';
import { startBalancer } from './balancer.ts';
import { auditFigures } from './books.ts';
import { openClient, type Seen, startLoad } from './client.ts';
import { failedBy, failures, untold } from './figures.ts';
import { PROMISES, seenAs, table } from './promises.ts';
import { startProxy } from './proxy.ts';
import { SCENARIOS } from './scenarios.ts';

/** What the chaos run stands on sees failures and hides none. */

const ends: (() => unknown)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0).toReversed()) await end();
});

/** A node that answers what it is told to. */
const startNode = async (port = 0) => {
  const state = { health: 200, status: 200, breaks: false, asked: 0 };
  const server = createServer((request, response) => {
    if (request.url === '/api/v1/health') {
      response.writeHead(state.health).end();
      return;
    }
    state.asked += 1;
    if (state.breaks) request.socket.destroy();
    else response.writeHead(state.status, { 'X-Request-Id': 'id-1' }).end('{}');
  });
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  const close = async (): Promise<void> => {
    if (!server.listening) return;
    server.closeAllConnections();
    server.close();
    await once(server, 'close');
  };
  ends.push(close);
  const address = server.address();
  return { state, close, port: address === null || typeof address === 'string' ? 0 : address.port };
};

const startPair = async () => {
  const [a, b] = [await startNode(), await startNode()];
  const balancer = await startBalancer([a.port, b.port], await freePort());
  ends.push(balancer.close);
  await balancer.allUp(5_000);
  const client = openClient(balancer.url);
  ends.push(client.close);
  return { a, b, balancer, ask: () => client.call({ kind: 'title', path: '/api/v1/movie/tt1' }) };
};

describe('the balancer', () => {
  it('sends elsewhere once the health of a node refuses, and to it where no other is better', async () => {
    const { a, b, balancer, ask } = await startPair();
    a.state.health = 503;
    await expect.poll(() => balancer.health(a.port)).toBe('ailing');
    for (let n = 0; n < 6; n += 1) await ask();
    expect([a.state.asked, b.state.asked]).toEqual([0, 6]);
    b.state.health = 503;
    await expect.poll(() => balancer.health(b.port)).toBe('ailing');
    for (let n = 0; n < 6; n += 1) await ask();
    expect(a.state.asked).toBe(3);
  });

  it('asks nobody a second time: what breaks is told', async () => {
    const { a, b, ask } = await startPair();
    a.state.breaks = true;
    const answers = [await ask(), await ask()];
    expect(a.state.asked + b.state.asked).toBe(2);
    expect(failedBy(answers)).toEqual(new Map([['balancer (ECONNRESET)', 1]]));
  });

  it('says that there is nobody', async () => {
    const { a, b, balancer, ask } = await startPair();
    await Promise.all([a.close(), b.close()]);
    await expect.poll(() => [balancer.health(a.port), balancer.health(b.port)]).toEqual(['gone', 'gone']);
    expect(await ask()).toMatchObject({ status: 502, expected: false, why: 'no node' });
  });
});

describe('a wire', () => {
  const open = async () => {
    const node = await startNode();
    const proxy = await startProxy(node.port);
    ends.push(proxy.close);
    const client = openClient(`http://127.0.0.1:${proxy.port}`);
    ends.push(client.close);
    return { proxy, ask: () => client.call({ kind: 'title', path: '/' }) };
  };

  it('lets through, refuses, and lets through again', async () => {
    const { proxy, ask } = await open();
    expect(await ask()).toMatchObject({ status: 200 });
    proxy.set('refuse');
    proxy.cut();
    expect((await ask()).status).toBe(0);
    proxy.set('pass');
    expect(await ask()).toMatchObject({ status: 200 });
  });

  it('is slow in each direction', async () => {
    const { proxy, ask } = await open();
    proxy.delay(50);
    expect((await ask()).ms).toBeGreaterThan(95);
  });

  it('takes connections and says nothing; those are broken when it speaks again', async () => {
    const { proxy } = await open();
    proxy.set('mute');
    const socket = connect({ host: '127.0.0.1', port: proxy.port });
    socket.on('error', () => {});
    socket.write('GET / HTTP/1.1\r\nHost: a\r\n\r\n');
    let heard = 0;
    socket.on('data', () => heard++);
    await expect.poll(() => proxy.connections()).toBe(1);
    const { promise: closed, resolve } = Promise.withResolvers<unknown>();
    socket.once('close', resolve);
    proxy.set('pass');
    await closed;
    expect(heard).toBe(0);
  });
});

it('a steady load does not wait for answers', async () => {
  const { promise, resolve } = Promise.withResolvers<void>();
  const load = startLoad(200, () => promise);
  await expect.poll(load.sent).toBeGreaterThan(10);
  resolve();
  await load.stop();
});

const seen = (part: Partial<Seen>): Seen => ({
  ...{ kind: 'title', path: '/api/v1/movie/tt1', status: 200, expected: true, retryAfter: false, node: '1' },
  ...{ requestId: 'a', sentAt: 10_000, ms: 5, why: undefined, ...part },
});

describe('the books', () => {
  it('tell a call that was told to come again from one that was not', () => {
    const failed = failedBy([
      seen({}),
      seen({ status: 503, expected: false, retryAfter: true }),
      seen({ status: 503, expected: false }),
      seen({ status: 0, expected: false, why: 'ECONNRESET' }),
    ]);
    expect([failures({ failed }), untold({ failed })]).toEqual([3, 2]);
  });

  it('count an answer that the audit has twice', async () => {
    const book = async () => [{ id: 'a', n: '2' }] as never;
    const figures = await auditFigures(book, [seen({})], []);
    expect(figures).toEqual({ answered: 1, missing: 0, inWindow: 0, onItsWay: 0, double: 1 });
  });

  it('are read of as many calls as half an hour has', async () => {
    const calls = Array.from({ length: 400_000 }, () => seen({}));
    const figures = await auditFigures(async () => [], calls, [], { settle: 0 });
    expect(figures).toMatchObject({ answered: 400_000, missing: 400_000 });
  });

  it('excuse what a kill has taken in its last moment, at that node, and nothing else', async () => {
    const calls = [
      seen({ requestId: 'just before', sentAt: 9_900 }),
      seen({ requestId: 'before', sentAt: 9_000 }),
      seen({ requestId: 'long before', sentAt: 7_000 }),
      seen({ requestId: 'of the other', sentAt: 9_900, node: '2' }),
    ];
    const figures = await auditFigures(async () => [], calls, [{ node: '1', at: 10_000 }], { settle: 0 });
    expect(figures).toEqual({ answered: 4, missing: 2, inWindow: 1, onItsWay: 1, double: 0 });
  });
});

describe('the table', () => {
  const verdict = { promise: 'R11', figure: '0 granted beyond the limit', wanted: '0' };
  it('has a line for each promise, and fails where one is not held', () => {
    expect(table([seenAs({ ...verdict, held: true }, 'kill', 1)]).held).toBe(true);
    const { lines, held } = table([seenAs({ ...verdict, held: false }, 'kill', 1)]);
    expect(held).toBe(false);
    expect(lines.join('\n')).toContain('NOT HELD 0 granted beyond the limit');
    for (const { id } of PROMISES) expect(lines.some((line) => line.startsWith(`${id} `))).toBe(true);
  });

  it('names at its end what was not looked at', () => {
    const seen = PROMISES.filter(({ id }) => !['R5', 'R18'].includes(id));
    const held = seen.map(({ id }) => seenAs({ ...verdict, promise: id, held: true }, 'kill', 0));
    expect(table(held).lines.at(-1)).toBe('all held; not looked at: R5, R18');
    const rest = ['R5', 'R18'].map((promise) => seenAs({ ...verdict, promise, held: true }, 'disk', 0));
    expect(table([...held, ...rest]).lines.at(-1)).toBe('all held');
  });

  it('calls void what needs a quiet machine and was not held on a busy one', () => {
    const late = { promise: 'R4', figure: '3000 ms', wanted: 'at most 2000 ms', held: false, needsQuiet: true };
    const outcomes = [
      seenAs(late, 'back', 0.1),
      seenAs(late, 'back', 0.5),
      seenAs({ ...late, held: true }, 'back', 0.5),
    ];
    expect(outcomes.map(({ outcome }) => outcome)).toEqual(['NOT HELD', 'void', 'held']);
    expect(table(outcomes.slice(1)).held).toBe(false);
  });

  it('names tests and benchmarks that are there', () => {
    expect(table([]).lines.filter((line) => line.includes('GONE'))).toEqual([]);
  });

  it('has scenarios of different names', () => {
    expect(new Set(SCENARIOS.map(({ name }) => name)).size).toBe(SCENARIOS.length);
  });
});
