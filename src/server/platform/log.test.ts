import { describe, expect, it } from 'vitest';
import { createLogs, type Log } from './log.ts';
import { createLogLines } from './log-lines.ts';

const logged = (forPeople: boolean, write: (log: Log) => void, level = 'info'): string => {
  let text = '';
  const logs = createLogs({
    level,
    isOutage: (error) => error === away,
    forPeople,
    write: (line) => {
      text += line;
    },
  });
  write(logs({ module: 'catalog.import', category: 'cron' }));
  return text;
};
// Colours aside.
const plain = (text: string): string => text.replaceAll(/\p{Cc}\[\d+m/gu, '');
const away = Object.assign(new Error('connect ECONNREFUSED 127.0.0.1:5432'), { code: 'ECONNREFUSED' });

describe('a log for programs', () => {
  it('is a JSON object a line, with level, time, module, category by its number, and details', () => {
    const line = JSON.parse(logged(false, (log) => log.info({ migration: '0001' }, 'migrated')));
    expect(line).toEqual({
      ...{ level: 30, time: expect.any(String), module: 'catalog.import', category: 5 },
      ...{ migration: '0001', msg: 'migrated' },
    });
    expect(new Date(line.time).toISOString()).toBe(line.time);
  });

  it('leaves out what is below the level', () => {
    expect(logged(false, (log) => log.info('no'), 'warn')).toBe('');
  });

  it('cuts texts of a megabyte, and leaves out details that are too many; all of it is JSON', () => {
    const long = `\u{1f3ac}${'x\n'.repeat(500_000)}`;
    const one = JSON.parse(logged(false, (log) => log.info({ long, deep: [long] }, long)));
    for (const text of [one.msg, one.long, one.deep[0]]) {
      expect(text.length).toBeLessThan(8_250);
      expect(text).toMatch(/… \(1000002 characters, cut\)$/);
    }
    const many = Array.from({ length: 12 }, (_, at) => [`of${at}`, long]);
    const line = logged(false, (log) => log.info({ ...Object.fromEntries(many), requestId: 'a-1' }, 'short'));
    expect(line.length).toBeLessThan(300);
    expect(JSON.parse(line)).toMatchObject({ level: 30, module: 'catalog.import', requestId: 'a-1', msg: 'short' });
    expect(plain(logged(true, (log) => log.info({ long }, 'short'))).length).toBeLessThan(60_000);
  });

  it('keeps the stack of a mistake, and none where the database is away', () => {
    expect(JSON.parse(logged(false, (log) => log.error({ err: new Error('ours') }, 'no'))).err).toMatchObject({
      message: 'ours',
      stack: expect.stringContaining('log.test.ts'),
    });
    expect(JSON.parse(logged(false, (log) => log.error({ err: away }, 'no'))).err).toEqual({
      type: 'Error',
      message: away.message,
    });
  });
});

describe('a log for people', () => {
  it('is a line with time, level, module, words and details', () => {
    const line = plain(logged(true, (log) => log.warn({ pid: 7, who: 'me' }, 'something is odd')));
    expect(line).toMatch(/^\d\d:\d\d:\d\d warn {2}catalog\.import something is odd pid=7 who=me\n$/);
  });

  it('escapes what a terminal would obey, also in details and stacks', () => {
    const err = new Error('two\nlines\u001b[2J\u009b');
    const line = plain(logged(true, (log) => log.error({ err, path: '/a\rb' }, 'no\u0007')));
    expect(line.split('\n')[0]).toMatch(/error catalog\.import no\\u0007 path=\/a\\u000db$/);
    expect(line.replaceAll('\n', '')).toMatch(/^\P{Cc}*$/u);
    expect(line).toContain('\n    Error: two\n    lines\\u001b[2J\\u009b\n');
  });

  it('says in the line itself that the database is away', () => {
    expect(plain(logged(true, (log) => log.warn({ err: away }, 'rows wait')))).toMatch(
      /warn {2}catalog\.import rows wait: connect ECONNREFUSED 127\.0\.0\.1:5432\n$/,
    );
  });
});

describe('whoever takes every line', () => {
  it('is given it as JSON, but for those that stand apart', () => {
    const taken: string[] = [];
    const logs = createLogs({
      level: 'info',
      isOutage: () => false,
      write: () => {},
      onLine: (line) => taken.push(line),
    });
    logs({ module: 'app', category: 'other' }).info('one');
    logs({ module: 'logs', category: 'other', apart: true }).error('lines cannot be kept');
    logs({ module: 'app', category: 'other' }).debug('below the level');
    expect(taken.map((line) => JSON.parse(line).msg)).toEqual(['one']);
  });

  it('who comes later is given those that waited, up to a thousand, first', () => {
    const lines = createLogLines();
    for (let at = 0; at < 1_200; at++) lines.add(`${at}`);
    const taken: string[] = [];
    const stop = lines.follow((line) => taken.push(line));
    lines.add('new');
    stop();
    lines.add('later');
    expect([taken.length, taken[0], taken.at(-1)]).toEqual([1_001, '0', 'new']);
  });
});
