import { request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { taskInProgress, taskProgress } from '#contracts/topics.ts';
import { type Wired, wired } from '#server/platform/realtime/realtime.fixture.ts';
import { testDatabase } from '#test/support/database.ts';
import { type ProductInMemory, productOn, TEST_PASSWORD, TEST_URL } from '#test/support/product-in-memory.ts';

const db = await testDatabase('sample');
let nodes: readonly [ProductInMemory, ProductInMemory];
const portOf = ({ app }: ProductInMemory): number => (app.server.address() as AddressInfo).port;
const addressOf = (node: ProductInMemory): string => `ws://127.0.0.1:${portOf(node)}/ws`;

beforeAll(async () => {
  nodes = [await productOn(db), await productOn(db)];
  for (const { app } of nodes) await app.listen({ host: '127.0.0.1', port: 0 });
});
afterAll(async () => {
  for (const node of nodes) await node.close();
});

const admins = { count: 0 };
/** An administrator who is connected to both nodes. */
const connected = async () => {
  const email = `admin${++admins.count}@example.org`;
  const token = await nodes[0].signIn(email, { admin: true });
  const wires: Wired[] = [];
  for (const node of nodes) {
    const wire = await wired(addressOf(node));
    wire.connect(`Bearer ${token}`);
    wire.send('SUBSCRIBE', { id: '1', destination: taskInProgress.destination, receipt: 'stands' });
    await expect.poll(() => wire.frames.map(({ command }) => command)).toEqual(['CONNECTED', 'RECEIPT']);
    wires.push(wire);
  }
  return { email, token, wires };
};
const reasons = (wires: readonly Wired[]) => () =>
  wires.map(({ frames, heard }) => [heard.closed, frames.at(-1)?.headers.get('reason')]);

const call = (path: string, token: string, payload?: object) =>
  nodes[0].app.inject({
    ...{ method: 'POST', url: path, ...(payload && { payload }) },
    headers: { authorization: `Bearer ${token}`, cookie: `XSRF-TOKEN=${XSRF}`, 'x-xsrf-token': XSRF, origin: TEST_URL },
  });
const XSRF = 'x'.repeat(43);

it('lets administrators in, and nobody else who has a session or a token of programs', async () => {
  const user = await nodes[0].signIn('user@example.org');
  for (const [token, reason] of [
    [user, 'forbidden'],
    [nodes[0].token, 'session_invalid'],
  ] as const) {
    const wire = await wired(addressOf(nodes[0]));
    wire.connect(`Bearer ${token}`);
    await expect.poll(reasons([wire])).toEqual([[1_008, reason]]);
  }
  const { wires } = await connected();
  nodes[0].realtime.hub.publish(taskInProgress, []);
  await expect.poll(() => wires[0]?.frames.at(-1)?.body).toBe('[]');
  // Each node tells those who are connected to it.
  expect(wires[1]?.frames.at(-1)?.command).toBe('RECEIPT');
  expect(nodes[0].realtime.hub.isHeard(taskProgress)).toBe(false);
});

it('ends the connections of an administrator who is none any more, on every node', async () => {
  const [{ email, wires }, other] = [await connected(), await connected()];
  await db.transaction((tx) => nodes[0].accounts.setRole(tx, email, 'USER'));
  await expect.poll(reasons(wires)).toEqual([
    [1_008, 'session_invalid'],
    [1_008, 'session_invalid'],
  ]);
  expect(other.wires.map(({ heard }) => heard.closed)).toEqual([null, null]);
});

it('ends them with the session', async () => {
  const { token, wires } = await connected();
  expect((await call('/api/auth/signout', token)).statusCode).toBe(200);
  await expect.poll(reasons(wires)).toEqual([
    [1_008, 'session_invalid'],
    [1_008, 'session_invalid'],
  ]);
});

it('ends them when the password changes', async () => {
  const { email, token, wires } = await connected();
  const password = 'quite another one';
  const answer = await call('/api/user/account', token, {
    ...{ email, password, confirmPassword: password, currentPassword: TEST_PASSWORD },
  });
  expect(answer.json()).toMatchObject({ code: 200 });
  await expect.poll(reasons(wires)).toEqual([
    [1_008, 'session_invalid'],
    [1_008, 'session_invalid'],
  ]);
});

it('tells pages of other sites in the usual form that they get no connection', async () => {
  const answer = await new Promise<{ status: number | undefined; type: string | undefined; body: string }>(
    (resolve) => {
      const asking = request({
        ...{ host: '127.0.0.1', port: portOf(nodes[0]), path: '/ws' },
        headers: {
          ...{ connection: 'Upgrade', upgrade: 'websocket', origin: 'https://evil.example' },
          ...{ 'sec-websocket-version': '13', 'sec-websocket-key': 'dGhlIHNhbXBsZSBub25jZQ==' },
        },
      });
      asking.on('response', (response) => {
        let body = '';
        response.on('data', (bytes) => {
          body += String(bytes);
        });
        response.on('end', () =>
          resolve({ status: response.statusCode, type: response.headers['content-type'], body }),
        );
      });
      asking.end();
    },
  );
  expect([answer.status, answer.type]).toEqual([403, 'application/json; charset=utf-8']);
  expect(JSON.parse(answer.body)).toMatchObject({ code: 403, reason: 'anti_forgery' });
});

it('tells who asks for no connection that there is nothing else', async () => {
  const answer = await nodes[0].app.inject({ url: '/ws' });
  expect([answer.statusCode, answer.headers.upgrade, answer.json()]).toMatchObject([
    426,
    'websocket',
    { code: 426, reason: 'upgrade_needed' },
  ]);
});

it('answers requests that would rather go on with something else as if they had not said so', async () => {
  const answer = await new Promise<number | undefined>((resolve) => {
    const headers = { connection: 'Upgrade', upgrade: 'h2c' };
    const asking = request({ host: '127.0.0.1', port: portOf(nodes[0]), path: '/api/v1/health', headers });
    asking.on('response', (response) => {
      response.resume();
      resolve(response.statusCode);
    });
    asking.end();
  });
  expect(answer).toBe(200);
});
