import { describe, expect, it } from 'vitest';
import { maskedUrl, Problem, settingProblem } from '#server/kernel/problem.ts';
import { unfit } from '#server/platform/db/open.ts';
import { listenProblem, problemOf } from './start-problem.ts';

const settings = {
  port: 80,
  host: '0.0.0.0',
  dataFolder: '/srv/films',
  databaseUrl: 'postgres://ann:secret@db.example/films',
};
const error = (more: object, message = 'no'): Error => Object.assign(new Error(message), more);
const lineOf = (failure: unknown, given: Partial<typeof settings> | { databaseUrl: undefined } = {}): string | null => {
  const problem = problemOf(failure, { ...settings, ...given });
  return problem instanceof Problem ? problem.message : null;
};

describe('what keeps the product from listening', () => {
  it.each([
    ['EADDRINUSE', 'PORT=80: another program listens on 0.0.0.0:80; stop it, or set PORT to a free one'],
    ['EACCES', /^PORT=80: \S+ may not listen on this port; set PORT to one from 1024 on$/],
    ['EADDRNOTAVAIL', /^HOST=0\.0\.0\.0: this machine has no such address; set HOST to/],
    ['ENOTFOUND', /^HOST=0\.0\.0\.0: no address is known for this name; set HOST to/],
  ])('%s', (code, line) => {
    expect(listenProblem(error({ code, syscall: 'listen' }), settings)?.message).toMatch(line);
  });

  it('is no other mistake', () => {
    expect(listenProblem(new TypeError('ours'), settings)).toBeNull();
  });
});

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
      'extension "fuzzystrmatch" is not available',
      'extension "fuzzystrmatch" is not available: the server lacks',
    ],
    ['25006', 'read-only', 'read-only: it is read-only, perhaps a standby; '],
    ['53100', 'full', 'full: the disk of the server is full; '],
    ['53300', 'too many', 'too many: the server takes no more connections; '],
    ['57P03', 'starting', 'starting: the server is starting or stopping; '],
  ])('%s', (code, message, text) => {
    const start = `DATABASE_URL=postgres://ann:***@db.example/films: ${text}`;
    expect(lineOf(error({ code }, message))?.slice(0, start.length)).toBe(start);
    // However deep it stands.
    expect(lineOf(new Error('a migration failed', { cause: error({ code }, message) }))).toContain(text);
    expect(lineOf(error({ code }, message), { databaseUrl: undefined })).toBeNull();
  });

  it.each([
    ['SASL: SCRAM-SERVER-FIRST-MESSAGE: client password must be a string', 'the server wants a password; '],
    ['timeout expired', 'no answer from there; '],
    ['Connection terminated due to connection timeout', 'no answer from there; '],
    ['Connection terminated unexpectedly', 'what answers there is no PostgreSQL; '],
    ['The server does not support SSL connections', 'the server speaks no TLS; '],
    ['self-signed certificate', "the server's TLS certificate is not trusted; "],
  ])('%s', (message, text) => {
    expect(lineOf(new Error(message))).toContain(`films: ${text}`);
  });

  it('is a server too old or of another encoding', () => {
    const facts = { version: '14.9', number: 140_009, encoding: 'UTF8' };
    const url = settings.databaseUrl;
    expect(unfit(url, facts)?.message).toBe(
      'DATABASE_URL=postgres://ann:***@db.example/films: PostgreSQL 14.9 is too old; use 15 or newer',
    );
    const latin = { version: '15.0', number: 150_000, encoding: 'LATIN1' };
    expect(unfit(url, latin)?.message).toContain('the database is encoded as LATIN1; make one with: create database');
    expect(unfit(url, { ...latin, encoding: 'UTF8' })).toBeNull();
    expect(unfit(url, undefined)).not.toBeNull();
  });
});

describe('what keeps the product from its files', () => {
  it.each([
    [
      'EACCES',
      '/srv/films/secret',
      /^KINODEX_DATA=\/srv\/films: \/srv\/films\/secret may not be read or written by \S+; .* \(EACCES\)$/,
    ],
    ['EEXIST', '/srv/films', /^KINODEX_DATA=\/srv\/films: \/srv\/films is a file where a folder is needed, or set/],
    ['ENOTDIR', '/srv', /^KINODEX_DATA=\/srv\/films: \/srv is no folder, or lies below a file/],
    ['ENOSPC', '/srv/films/x', /is on a disk that is full; make room there/],
    [
      'EACCES',
      '/home/ann/imdb',
      /^\/home\/ann\/imdb may not be read or written by \S+; give it the right \(chown, chmod\) \(EACCES\)$/,
    ],
    ['ENOENT', '/home/ann/imdb', /^\/home\/ann\/imdb is not there and cannot be made \(ENOENT\)$/],
  ])('%s at %s', (code, path, line) => {
    expect(lineOf(error({ code, path, syscall: 'open' }))).toMatch(line);
  });
});

describe('a mistake of ours', () => {
  it('keeps its stack', () => {
    const ours = new TypeError('x is not a function');
    expect(problemOf(ours, settings)).toBe(ours);
    expect(problemOf(error({ code: '42P01' }, 'relation "x" does not exist'), settings)).not.toBeInstanceOf(Problem);
  });
});

describe('an address that is shown', () => {
  it.each([
    ['postgres://ann:secret@db/films?sslmode=require', 'postgres://ann:***@db/films?sslmode=require'],
    ['redis://:secret@cache:6379/1', 'redis://:***@cache:6379/1'],
    ['postgres:///films?host=/run&user=ann&password=secret', 'postgres:///films?host=/run&user=ann&password=***'],
    ['postgres://ann@db/films', 'postgres://ann@db/films'],
    ['secret', 'an address that cannot be read'],
  ])('%s', (address, shown) => {
    expect(maskedUrl(address)).toBe(shown);
    expect(settingProblem('X', maskedUrl(address), 'no').message).not.toContain('secret');
  });
});
