import { type AddressInfo, connect } from 'node:net';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { httpApp } from '#test/support/http-app.ts';

const { app, answers, logged } = httpApp();
beforeAll(() => app.listen({ host: '127.0.0.1', port: 0 }));
afterAll(() => app.close());

const HEAD =
  'POST /api/admin/desk HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer carol\r\nContent-Type: application/json\r\n';

it.each([
  ['hangs up', `${HEAD}Content-Length: 100\r\n\r\n{`],
  ['sends what is no chunk', `${HEAD}Transfer-Encoding: chunked\r\n\r\nzz\r\n`],
])('a caller who %s in the middle of a body is no outage of the database', async (_what, text) => {
  const before = answers.length;
  const socket = connect((app.server.address() as AddressInfo).port, '127.0.0.1');
  socket.on('error', () => {});
  socket.write(text, () => socket.end());
  await expect.poll(() => answers.slice(before).map(({ code }) => code)).toEqual([400]);
  socket.destroy();
  expect(logged).toEqual([]);
});
