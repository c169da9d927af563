import { expect, it } from 'vitest';
import { createLogs } from './log.ts';
import { createLevels, levelIn, packageOf } from './log-levels.ts';

it('a package has the level of the nearest one above it that has any', () => {
  const set = new Map([
    ['kinodex.catalog', 'DEBUG'],
    ['kinodex.catalog.import', 'ERROR'],
  ] as const);
  const of = (name: string) => Object.values(levelIn(set, name, 'INFO'));
  expect(of('kinodex.catalog.import')).toEqual(['ERROR', 'kinodex.catalog.import']);
  expect(of('kinodex.catalog.fetch')).toEqual(['DEBUG', 'kinodex.catalog']);
  expect(of('kinodex.catalogue')).toEqual(['INFO', null]);
  expect(of('kinodex')).toEqual(['INFO', null]);
  expect(Object.values(levelIn(new Map([['kinodex', 'WARN']] as const), 'kinodex.a.b', 'INFO'))).toEqual([
    'WARN',
    'kinodex',
  ]);
});

it('logs follow their packages, those that are there and those that come', () => {
  const lines: string[] = [];
  const levels = createLevels('info');
  const logs = createLogs({
    level: 'info',
    levels,
    isOutage: () => false,
    forPeople: false,
    write: (line) => lines.push(line),
  });
  const imports = logs({ module: 'catalog.import', category: 'other' });
  const other = logs({ module: 'billing', category: 'user' });
  const say = (): readonly string[] => {
    lines.length = 0;
    for (const [name, log] of Object.entries({ imports, other })) {
      log.trace(`${name} trace`);
      log.debug(`${name} debug`);
      log.error(`${name} error`);
    }
    return lines.map((line) => JSON.parse(line).msg);
  };
  expect(say()).toEqual(['imports error', 'other error']);
  levels.apply(new Map([['kinodex.catalog', 'DEBUG']]));
  expect(say()).toEqual(['imports debug', 'imports error', 'other error']);
  logs({ module: 'catalog.fetch', category: 'other' }).debug('comes later');
  expect(lines.at(-1)).toContain('comes later');
  levels.apply(
    new Map([
      ['kinodex', 'FATAL'],
      ['kinodex.billing', 'TRACE'],
    ]),
  );
  expect(say()).toEqual(['other trace', 'other debug', 'other error']);
  levels.apply(new Map());
  expect(say()).toEqual(['imports error', 'other error']);
  expect(levels.packages()).toEqual([
    'kinodex',
    ...['billing', 'catalog', 'catalog.fetch', 'catalog.import'].map(packageOf),
  ]);
});

it('the same origin is the same log, so that none is kept for each run', () => {
  const levels = createLevels('info');
  const logs = createLogs({ level: 'info', levels, isOutage: () => false, write: () => {} });
  const origin = { module: 'tasks.reindex', category: 'cron' } as const;
  expect(logs(origin)).toBe(logs({ ...origin }));
});
