import { describe, expect, it } from 'vitest';
import { maskedUrl, Problem, settingProblem } from '#server/kernel/problem.ts';
import { FileRefused } from '#server/sources/open-file.ts';
import { listenProblem, openingProblemOf, problemOf } from './start-problem.ts';

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
    ['EACCES', /^PORT=80: the user \S+ may not listen on it; set PORT to one from 1024 on$/],
    ['EADDRNOTAVAIL', /^HOST=0\.0\.0\.0: this machine has no such address; set HOST to/],
    ['ENOTFOUND', /^HOST=0\.0\.0\.0: no address is known for this name; set HOST to/],
  ])('%s', (code, line) => {
    expect(listenProblem(error({ code, syscall: 'listen' }), settings)?.message).toMatch(line);
  });

  it('is no other mistake', () => {
    expect(listenProblem(new TypeError('ours'), settings)).toBeNull();
  });
});

describe('what keeps the product from its files', () => {
  it.each([
    [
      'EACCES',
      '/srv/films/secret',
      /^KINODEX_DATA=\/srv\/films: \/srv\/films\/secret may not be read or written by \S+; .* \(EACCES\)$/,
    ],
    [
      'EEXIST',
      '/srv/films',
      'KINODEX_DATA=/srv/films: /srv/films is a file where a folder is needed; move it away, or set KINODEX_DATA to another folder (EEXIST)',
    ],
    [
      'ENOTDIR',
      '/srv',
      /^KINODEX_DATA=\/srv\/films: \/srv is no folder, or lies below a file; move that file away, or set/,
    ],
    ['ENOSPC', '/srv/films/x', /is on a disk that is full; make room there, or set/],
    ['EROFS', '/srv/films/x', /is on a disk that is read-only; mount that for writing, or set/],
    ['EISDIR', '/srv/films/x', /is a folder where a file is needed; move it away, or set/],
    ['ENOENT', '/srv/films', /is not there and cannot be made; make it, or set/],
    ['ELOOP', '/srv/films', /is a link that leads in a circle; remove it, or set/],
    ['ENAMETOOLONG', '/srv/films', /has too long a name; choose a shorter one, or set/],
    [
      'EACCES',
      '/home/ann/imdb',
      /^\/home\/ann\/imdb may not be read or written by \S+; give it the right \(chown, chmod\) \(EACCES\)$/,
    ],
    ['ENOENT', '/home/ann/imdb', '/home/ann/imdb is not there and cannot be made; make it (ENOENT)'],
  ])('%s at %s', (code, path, line) => {
    expect(lineOf(error({ code, path, syscall: 'open' }))).toMatch(line);
  });

  it('is said of the address that names a file', () => {
    const databaseUrl = 'postgres://ann:secret@db/films?sslrootcert=/etc/films.crt';
    const missing = error({ code: 'ENOENT', path: '/etc/films.crt', syscall: 'open' });
    expect(lineOf(missing, { databaseUrl })).toBe(
      'DATABASE_URL=postgres://ann:***@db/films?sslrootcert=/etc/films.crt: /etc/films.crt is not there and cannot be made; make it, or name another file (ENOENT)',
    );
  });
});

describe('what is told of the database', () => {
  it('begins with the setting that names it, while it is opened', () => {
    const line = (problem: Problem, given = {}) => {
      const told = openingProblemOf(problem, { ...settings, ...given });
      return told instanceof Problem ? told.message : null;
    };
    expect(line(new Problem('too new'))).toBe('DATABASE_URL=postgres://ann:***@db.example/films: too new');
    expect(line(new Problem('held'), { databaseUrl: undefined })).toBe('KINODEX_DATA=/srv/films: held');
    expect(line(settingProblem('TMPDIR', '/x', 'too long'))).toBe('TMPDIR=/x: too long');
  });

  it('is nothing that is told already, whatever caused it', () => {
    const lost = new FileRefused('title.basics cannot be read to its end', { cause: error({ code: 'ECONNRESET' }) });
    expect(problemOf(lost, settings)).toBe(lost);
  });
});

describe('a mistake of ours', () => {
  it('keeps its stack', () => {
    const ours = new TypeError('x is not a function');
    expect(problemOf(ours, settings)).toBe(ours);
    expect(openingProblemOf(ours, settings)).toBe(ours);
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
