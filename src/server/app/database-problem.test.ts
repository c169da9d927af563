import { describe, expect, it } from 'vitest';
import { MigrationFailed } from '#server/platform/db/migrate.ts';
import { unfit } from '#server/platform/db/open.ts';
import { databaseProblem } from './database-problem.ts';

const databaseUrl = 'postgres://ann:secret@db.example/films';
const SHOWN = 'DATABASE_URL=postgres://ann:***@db.example/films: ';
const EMBEDDED = { dataFolder: '/srv/films', databaseUrl: undefined };
const SERVER = { dataFolder: '/srv/films', databaseUrl };

const error = (more: object, message = 'no'): Error => Object.assign(new Error(message), more);
const opening = (...errors: readonly Error[]): string | undefined => databaseProblem(errors, SERVER, true)?.message;
const working = (...errors: readonly Error[]): string | undefined => databaseProblem(errors, SERVER, false)?.message;

describe('what keeps the product from its database', () => {
  it.each([
    ['ECONNREFUSED', '', 'nothing listens there; start PostgreSQL, or correct the address'],
    ['ENOTFOUND', '', 'no address is known for this host; correct its name'],
    ['EHOSTUNREACH', '', 'no answer from there; '],
    ['28P01', 'password authentication failed', 'password authentication failed: user or password is refused; '],
    ['28000', 'no entry', 'no entry: the server lets this user not in from here; '],
    ['3D000', 'no films', 'no films: there is no such database; make it: create database'],
    ['42501', 'permission denied', 'permission denied: this user may not create there; make it the owner'],
    [
      '0A000',
      'extension "x" is not available',
      'extension "x" is not available (0A000): the server lacks an extension',
    ],
    ['25006', 'read-only', 'read-only: it is read-only, perhaps a standby; '],
    ['53100', 'full', 'full: the disk of the server is full; '],
    ['53200', 'out of memory', 'out of memory: the server lacks memory; '],
    ['53300', 'too many', 'too many: the server takes no more connections; '],
    ['53400', 'a limit', 'a limit (53400): the server lacks memory, room or connections; '],
    ['57014', 'canceling', 'canceling: a statement took too long, or was ended there; '],
    ['57P01', 'terminating', 'terminating (57P01): the server ended the connection; '],
    ['57P02', 'crashed', 'crashed (57P02): the server ended the connection; '],
    ['57P03', 'starting', 'starting: the server is starting or stopping; '],
    ['58000', 'system', 'system (58000): the system of the server fails it; '],
    ['58030', 'i/o', 'i/o (58030): the system of the server fails it; '],
    ['08006', 'lost', 'lost (08006): the connection does not hold; '],
    ['08P01', 'unsupported startup parameter: x', /\(08P01\): what answers there is a pooler .*; name the PostgreSQL/],
    ['40P01', 'deadlock', 'deadlock (40P01): another program was at work on the same; try again'],
    ['F0000', 'config', 'config (F0000): the configuration of the server is broken; '],
    ['XX000', 'internal', 'internal (XX000): the server has failed inside; '],
    ['XX001', 'corrupted', 'corrupted (XX001): the server has failed inside; '],
  ])('%s', (code, message, text) => {
    const expected =
      typeof text === 'string' ? expect.stringContaining(`${SHOWN}${text}`) : expect.stringMatching(text);
    expect(opening(error({ code }, message))).toEqual(expected);
    // However deep it stands, and while the product is at work.
    expect(working(new Error('it failed'), error({ code }, message))).toEqual(expected);
  });

  it('is the limit of the user, or of the database, and not that of the server', () => {
    const full = (routine: string) => opening(error({ code: '53300', routine }, 'zu viele Verbindungen'));
    expect(full('InitializeSessionUserId')).toMatch(/: this user has all its connections; .*alter role /);
    expect(full('CheckMyDatabase')).toMatch(/: this database has all its connections; .*alter database /);
    expect(full('InitProcess')).toContain(': the server takes no more connections; ');
  });

  it('is told whatever the server says to a connection that it turns away, with its own advice where it gives one', () => {
    const refused = (code: string, hint?: string) => opening(error({ code, severity: 'FATAL', hint }, 'refused'));
    expect(refused('55000')).toBe(
      `${SHOWN}refused (55000): the database takes no connections; allow them (alter database … allow_connections true)`,
    );
    expect(refused('55000', 'Use DROP DATABASE.\nOr not.')).toBe(`${SHOWN}refused (55000): Use DROP DATABASE.`);
    for (const code of ['42704', '0P000', '22023', 'ZZ999'])
      expect(refused(code)).toBe(`${SHOWN}refused (${code}): correct the address, or look into the log of the server`);
  });

  it('is told of the first statements too, where elsewhere they would be mistakes of ours', () => {
    for (const code of ['42703', '22P02', '23505', 'P0001'])
      expect(opening(error({ code, severity: 'ERROR' }, 'no column'))).toContain(
        `no column (${code}): this is no database of Kinodex, or it was changed by hand: name another one, `,
      );
    expect(opening(error({ code: '55P03' }))).toContain('another program holds what is needed; ');
    expect(opening(error({ code: '26000' }))).toContain('a pooler that does not keep sessions');
    for (const code of ['42703', '22P02', '23505', 'P0001', '55000', '26000', '0A000'])
      expect(working(error({ code, severity: 'ERROR' }))).toBeUndefined();
  });

  it('is a migration with its name, line and code; its advice is for who writes SQL', () => {
    const cause = error({ code: '42883', severity: 'ERROR', hint: 'Add casts.' }, 'no function');
    const failed = new MigrationFailed('the migration 0003-x.sql, line 7, failed and was taken back: no function');
    expect(opening(failed, cause)).toMatch(
      /films: the migration 0003-x\.sql, line 7, failed and was taken back: no function \(42883\): this is no .*report this line$/,
    );
    const denied = error({ code: '42501', severity: 'ERROR' }, 'permission denied');
    expect(opening(failed, denied)).toContain('films: permission denied: this user may not create there; ');
  });

  it.each([
    ['SASL: SCRAM-SERVER-FIRST-MESSAGE: client password must be a string', 'the server wants a password; '],
    ['timeout expired', 'no answer from there; '],
    ['Connection terminated due to connection timeout', 'no answer from there; '],
    ['Connection terminated unexpectedly', 'what answers there is no PostgreSQL; '],
    ['The server does not support SSL connections', 'the server speaks no TLS; '],
    ['self-signed certificate', "self-signed certificate: the server's TLS certificate is not trusted; "],
    ["does not match certificate's altnames", "does not match certificate's altnames: the server's TLS certificate "],
    ['SECURITY WARNING: Using sslmode=verify-ca requires', 'sslmode=verify-ca needs sslrootcert=FILE beside it, '],
    ['error:0480006C:PEM routines::no start line', 'TLS fails; see sslmode, '],
    ['sslnegotiation is odd.', 'sslnegotiation is odd: correct the address, or look into the log of the server'],
  ])('%s', (message, text) => {
    expect(opening(new Error(message))).toContain(`${SHOWN}${text}`);
    expect(opening(error({ code: 'ERR_SOMETHING' }, message))).toContain(`${SHOWN}${text}`);
  });

  it('is nothing of what fails at work with other servers or by ourselves', () => {
    expect(working(error({ code: 'UND_ERR_CONNECT_TIMEOUT' }, 'timeout'))).toBeUndefined();
    expect(working(new Error('Connection terminated unexpectedly'))).toContain('the server went away meanwhile; ');
    expect(opening(new TypeError('x is not a function'))).toBeUndefined();
  });

  it('is told of the embedded one by the data folder', () => {
    const line = (one: Error) => databaseProblem([one], EMBEDDED, true)?.message;
    expect(line(error({ code: '53100' }, 'full'))).toBe(
      'KINODEX_DATA=/srv/films: full: its disk is full; make room there',
    );
    expect(line(error({ code: '25006' }, 'no'))).toContain('no: its disk has too little room; ');
    expect(line(error({ code: 'ZZ000', severity: 'FATAL' }))).toContain('no (ZZ000): LOG_LEVEL=debug shows ');
    expect(line(new Error('Connection terminated unexpectedly'))).toContain(': the database is gone or does not ');
    expect(line(new Error('ours'))).toBeUndefined();
  });

  it('is a server too old or of another encoding', () => {
    const facts = { version: '14.9', number: 140_009, encoding: 'UTF8' };
    expect(unfit(databaseUrl, facts)?.message).toBe(`${SHOWN}PostgreSQL 14.9 is too old; use 15 or newer`);
    const latin = { version: '15.0', number: 150_000, encoding: 'LATIN1' };
    expect(unfit(databaseUrl, latin)?.message).toContain(
      'the database is encoded as LATIN1; make one with: create database',
    );
    expect(unfit(databaseUrl, { ...latin, encoding: 'UTF8' })).toBeNull();
    expect(unfit(databaseUrl, undefined)).not.toBeNull();
  });
});
