import { once } from 'node:events';
import { createServer } from 'node:net';
import pg from 'pg';
import { describe, expect, it } from 'vitest';
import { isDatabaseAway, isDiskFull } from './away.ts';

const withCode = (code: string): Error => Object.assign(new Error('no'), { code });
const failureOf = (connection: pg.ClientConfig): Promise<unknown> => {
  const client = new pg.Client(connection);
  client.on('error', () => {});
  return client.connect().then(
    () => undefined,
    (error: unknown) => error,
  );
};

describe('isDatabaseAway', () => {
  it('knows a server that is not there', async () => {
    expect(isDatabaseAway(await failureOf({ host: '/nowhere/at/all' }))).toBe(true);
    const server = createServer((socket) => socket.destroy()).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const address = server.address();
    const port = address && typeof address === 'object' ? address.port : 0;
    expect(isDatabaseAway(await failureOf({ host: '127.0.0.1', port, ssl: false }))).toBe(true);
    server.close();
    await once(server, 'close');
    expect(isDatabaseAway(await failureOf({ host: '127.0.0.1', port, ssl: false }))).toBe(true);
  });

  it.each(['57P01', '57P03', '25P03', '08006', 'ECONNRESET'])('knows %s', (code) => {
    expect(isDatabaseAway(withCode(code))).toBe(true);
  });

  it('knows a database that takes no connections by who says so: its code has other meanings', () => {
    expect(isDatabaseAway(Object.assign(withCode('55000'), { routine: 'CheckMyDatabase' }))).toBe(true);
    expect(isDatabaseAway(Object.assign(withCode('55000'), { routine: 'CopyFrom' }))).toBe(false);
  });

  it.each(['23505', '57014', '55000', 'ENOENT'])('does not take %s for it', (code) => {
    expect(isDatabaseAway(withCode(code))).toBe(false);
  });
});

it('isDiskFull knows a full disk and a server that takes reads only', () => {
  expect(['53100', '25006', '23505'].map((code) => isDiskFull(withCode(code)))).toEqual([true, true, false]);
});
