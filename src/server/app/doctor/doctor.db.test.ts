import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { takePlace } from '#server/platform/db/place.ts';
import { freePort } from '#test/support/cli.ts';
import { testDatabase } from '#test/support/database.ts';
import { startService } from '#test/support/fake-service.ts';
import { silentLog } from '#test/support/log.ts';
import { startOidc } from '#test/support/oidc-fake.ts';
import { startSmtp } from '#test/support/smtp.ts';
import { readConfig } from '../config.ts';
import { checkSecret } from '../secret-check.ts';
import { diagnose } from './doctor.ts';
import type { Finding } from './finding.ts';
import { clockFinding, vitalsFindings } from './vitals.rules.ts';

const db = await testDatabase();
const folder = mkdtempSync(join(tmpdir(), 'kinodex-doctor-'));
const closers: (() => void)[] = [() => rmSync(folder, { recursive: true, force: true })];
afterAll(() => {
  for (const close of closers) close();
});

/** The test's database as the product's settings name one. */
const address = (): string => {
  const { connection, name } = db;
  if ('connectionString' in connection && connection.connectionString) return connection.connectionString;
  const { host = '' } = connection as { readonly host?: string };
  return `postgres://kinodex@localhost/${name}?host=${encodeURIComponent(host)}`;
};

const smtp = await startSmtp({
  authOptional: false,
  allowInsecureAuth: true,
  onAuth: ({ password }, _, done) =>
    done(password === 'mail-secret-nobody-sees' ? null : new Error('no'), { user: 'me' }),
});
const oidc = await startOidc();
const SECRETS = [
  oidc.environment.OIDC_CLIENT_SECRET,
  'mail-secret-nobody-sees',
  'omdb-key-nobody-sees',
  'tmdb-token-nobody-sees',
  'paypal-secret-nobody-sees',
  'pass-nobody-sees',
];
const datasets = await startService({ '/title.basics.tsv.gz': 'x' });
closers.push(datasets.close);

const look = async (
  environment: Readonly<Record<string, string>> = {},
  means: Parameters<typeof diagnose>[1] = {},
): Promise<readonly Finding[]> => {
  const settings = { DATABASE_URL: address(), KINODEX_DATA: folder, IMDB_DATASETS_URL: datasets.baseUrl };
  const found = await diagnose(readConfig({ ...settings, ...environment }, folder), means);
  for (const secret of SECRETS) expect(JSON.stringify(found)).not.toContain(secret);
  for (const { state, what, mend } of found) {
    expect(`${what}${mend}`).not.toContain('\n');
    if (state !== 'ok') expect(mend).not.toBe('');
  }
  return found;
};
const badIn = async (...asked: Parameters<typeof look>): Promise<readonly string[]> =>
  (await look(...asked)).flatMap(({ check, state, what }) => (state === 'ok' ? [] : [`${state} ${check}: ${what}`]));

/** A server of TCP that does what it is told with each connection. */
const listening = async (serve: (socket: Socket) => void): Promise<number> => {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket.on('error', () => {}));
    serve(socket);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  closers.push(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  return (server.address() as AddressInfo).port;
};

describe('kinodex doctor', () => {
  it('finds nothing wrong where nothing is, and the database of a first start', async () => {
    expect(await badIn({}, { freeBytes: async () => 10 ** 11 })).toEqual([]);
    expect(await look({ DATABASE_URL: '' })).toContainEqual(
      expect.objectContaining({ check: 'database', state: 'ok', what: expect.stringContaining('first start') }),
    );
  });

  it('names a database that is not there, and everything that hangs, all of it in one time', async () => {
    const gone = await badIn({ DATABASE_URL: `postgres://me:pass-nobody-sees@127.0.0.1:${await freePort()}/films` });
    expect(gone).toContainEqual(expect.stringMatching(/^wrong database: .*nothing listens there$/));
    const port = await listening(() => {});
    const hanging = await badIn(
      {
        DATABASE_URL: `postgres://me:pass-nobody-sees@127.0.0.1:${port}/films`,
        REDIS_URL: `redis://:pass-nobody-sees@127.0.0.1:${port}`,
        ...{ TMDB_TOKEN: 'tmdb-token-nobody-sees', TMDB_BASE_URL: `http://127.0.0.1:${port}` },
        ...{ PAYPAL_CLIENT_ID: 'id', PAYPAL_CLIENT_SECRET: 'paypal-secret-nobody-sees', PAYPAL_WEBHOOK_ID: 'W' },
        PAYPAL_BASE_URL: `http://127.0.0.1:${port}`,
      },
      { patience: 4_000, freeBytes: async () => 10 ** 11 },
    );
    expect(hanging.toSorted()).toEqual(
      ['database', 'payments', 'redis', 'source tmdb'].map((check) => `wrong ${check}: no answer within 4 s`),
    );
  });

  it('says how mail is sent, and why it cannot be', async () => {
    const mail = async (environment: Readonly<Record<string, string>>) =>
      (await look(environment)).filter(({ check }) => check === 'mail').map(({ state, what }) => `${state} ${what}`);
    const by = (password: string, port = smtp.port) => ({
      SMTP_URL: `smtp://me:${password}@127.0.0.1:${port}`,
      MAIL_FROM: 'films@example.org',
    });
    expect(await mail({})).toEqual([expect.stringMatching(/^ok SMTP_URL is not set/)]);
    expect(await mail(by('mail-secret-nobody-sees'))).toEqual([expect.stringMatching(/^ok .* takes the credentials$/)]);
    expect(await mail(by('another'))).toEqual([expect.stringMatching(/^wrong .*EAUTH/)]);
    expect(await mail(by('another', await freePort()))).toEqual([expect.stringMatching(/^wrong .*ECONNREFUSED/)]);
  });

  it('says where people sign in beside passwords, and what to register there', async () => {
    const signIn = async (environment: Readonly<Record<string, string>>) =>
      (await look(environment)).filter(({ check }) => check === 'sign-in').map(({ state, what }) => `${state} ${what}`);
    expect(await signIn({})).toEqual([expect.stringMatching(/^ok OIDC_ISSUER is not set/)]);
    const by = { ...oidc.environment, PUBLIC_URL: 'https://films.example' };
    expect(await signIn(by)).toEqual([
      `ok ${oidc.issuer} answers; the return address to register there is https://films.example/sign-in/return`,
    ]);
    const gone = { ...by, OIDC_ISSUER: `http://127.0.0.1:${await freePort()}` };
    expect(await signIn(gone)).toEqual([expect.stringMatching(/^wrong .*does not say of itself what it should/)]);
    const other = await oidc.lying({ discovery: { issuer: 'https://other.example' } }, () => signIn(by));
    expect(other).toEqual([expect.stringMatching(/^wrong .*does not say of itself what it should/)]);
  });

  it('names a newer schema, a pending one, an extension that is gone, another secret and a clock', async () => {
    await db.query("insert into schema_migrations (name, sha256) values ('9999-later.sql', 'x')");
    expect(await badIn()).toContainEqual(expect.stringMatching(/^wrong migrations: .*9999-later.sql/));
    await db.query("delete from schema_migrations where name like '9999%'");
    const [last] = (
      await db.query<{ name: string; sha256: string }>(
        'delete from schema_migrations where name = (select max(name) from schema_migrations) returning name, sha256',
      )
    ).rows;
    expect(await badIn()).toContainEqual(expect.stringMatching(/^warning migrations: 1 of \d+ are pending$/));
    await db.query('insert into schema_migrations (name, sha256) values ($1, $2)', [last?.name, last?.sha256]);
    await db.query('drop extension pg_trgm cascade');
    await checkSecret(db, 'the first secret of 32 characters or more', 'here');
    const found = await badIn(
      { KINODEX_SECRET: 'another secret of 32 characters or more' },
      { nodeNow: () => Date.now() + 300_000 },
    );
    expect(found).toEqual(
      expect.arrayContaining([
        'wrong extensions: the database lacks pg_trgm',
        expect.stringMatching(/^wrong clock: 300\.\d s ahead of/),
        expect.stringMatching(/^wrong secret: KINODEX_SECRET is not the secret/),
      ]),
    );
    await db.query('create extension pg_trgm');
    await db.query('delete from secret_check');
  });

  it('knows the rule of several nodes', async () => {
    for (const [alone, words] of [
      [true, 'a node without REDIS_URL serves'],
      [false, 'nodes with REDIS_URL serve'],
    ] as const) {
      const place = await takePlace(db, alone, silentLog);
      const redis = alone ? { REDIS_URL: `redis://127.0.0.1:${await freePort()}` } : {};
      expect(await badIn(redis)).toContainEqual(expect.stringContaining(`wrong nodes: ${words}`));
      await place.leave();
    }
  });

  it('names long transactions, few connections, a lacking extension and a standby', () => {
    const vitals = {
      ...{ version: '15.1', isStandby: true, mayCreate: true, free: 3, available: [], installed: [] },
      ...{ transactions: [{ pid: 7, program: 'psql', seconds: 3_600 }], alone: 0, together: 0, working: 0 },
      ...{ hugePages: 'off', hugePagesNeeded: 90 },
    };
    const told = vitalsFindings(vitals, { place: 'x', isMigrated: false, hasRedis: false });
    expect(told.filter(({ state }) => state !== 'ok').map(({ check }) => check)).toEqual([
      ...['database', 'extensions', 'transactions', 'connections'],
    ]);
    expect([-70_000, 6_000, 4_000].map((off) => clockFinding(off).state)).toEqual(['wrong', 'warning', 'ok']);
  });

  it('names a full disk and folders that cannot be written', async () => {
    const file = join(folder, 'a-file');
    writeFileSync(file, '');
    const found = await badIn({ IMAGE_STORE: join(file, 'images') }, { freeBytes: async () => 10 ** 8 });
    expect(found).toEqual([
      expect.stringMatching(/^wrong disk: 95 MB are free/),
      expect.stringMatching(/^wrong pictures: IMAGE_STORE=(?!.*KINODEX_DATA).*is no folder/),
    ]);
    const free = { freeBytes: async () => 10 ** 9 };
    expect(await badIn({}, free)).toEqual([expect.stringMatching(/^warning disk: /)]);
  });

  it('names a Redis that is not there, and one that lets nobody in', async () => {
    expect(await badIn({ REDIS_URL: `redis://127.0.0.1:${await freePort()}` })).toContainEqual(
      expect.stringMatching(/^wrong redis: .*nothing there answers/),
    );
    const port = await listening((socket) => socket.on('data', () => socket.write('-WRONGPASS invalid\r\n')));
    expect(await badIn({ REDIS_URL: `redis://:pass-nobody-sees@127.0.0.1:${port}` })).toContainEqual(
      expect.stringMatching(/^wrong redis: .*password is refused$/),
    );
  });

  it('names a ClickHouse that is not there, and one that lets nobody in', async () => {
    expect(await badIn({ CLICKHOUSE_URL: `http://a:pass-nobody-sees@127.0.0.1:${await freePort()}` })).toContainEqual(
      expect.stringMatching(/^wrong clickhouse: CLICKHOUSE_URL=.*network$/),
    );
    const refuses = 'HTTP/1.1 403 Forbidden\r\nContent-Length: 26\r\n\r\nCode: 516. Wrong password..';
    const port = await listening((socket) => socket.on('data', () => socket.end(refuses)));
    expect(await badIn({ CLICKHOUSE_URL: `http://a:pass-nobody-sees@127.0.0.1:${port}` })).toContainEqual(
      expect.stringMatching(/^wrong clickhouse: .*Wrong password/),
    );
  });

  it('names sources and a PayPal that refuse, and a webhook that leads elsewhere', async () => {
    const refusing = await startService((_, response) => response.writeHead(401).end());
    const paypal = await startService({
      '/v1/oauth2/token': '{"access_token":"t","token_type":"Bearer","expires_in":100}',
      '/v1/notifications/webhooks/W': '{"url":"https://other.example/x"}',
    });
    closers.push(refusing.close, paypal.close);
    const keys = { PAYPAL_CLIENT_ID: 'id', PAYPAL_CLIENT_SECRET: 'paypal-secret-nobody-sees' };
    const at = (baseUrl: string, id: string) => ({ ...keys, PAYPAL_BASE_URL: baseUrl, PAYPAL_WEBHOOK_ID: id });
    const found = await badIn({
      ...{ TMDB_TOKEN: 'tmdb-token-nobody-sees', TMDB_BASE_URL: refusing.baseUrl },
      ...{ OMDB_KEY: 'omdb-key-nobody-sees', OMDB_BASE_URL: refusing.baseUrl },
      ...at(refusing.baseUrl, 'W'),
    });
    expect(found).toEqual(
      expect.arrayContaining([
        'wrong source tmdb: tmdb refuses the credentials',
        'wrong source omdb: omdb refuses the credentials',
        'wrong payments: PayPal refuses the credentials',
      ]),
    );
    expect(await badIn(at(paypal.baseUrl, 'W'))).toContainEqual(
      'wrong payments: the webhook leads to https://other.example/x',
    );
    expect(await badIn(at(paypal.baseUrl, 'X'))).toContainEqual('wrong payments: PayPal knows no such webhook');
  });
});
