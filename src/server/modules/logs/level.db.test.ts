import { beforeEach, describe, expect, it } from 'vitest';
import { heldTimers } from '#server/platform/batch/timer.fixture.ts';
import { createLogs } from '#server/platform/log.ts';
import { createLevels } from '#server/platform/log-levels.ts';
import { testDatabase } from '#test/support/database.ts';
import { keptLog } from '#test/support/log.ts';
import { createPackageLevels } from './level.service.ts';

const db = await testDatabase();
beforeEach(() => db.query('truncate log_level'));

/** A node: its logs, and what it has said. */
const node = () => {
  const levels = createLevels('info');
  const said: string[] = [];
  const write = (line: string): void => void said.push(JSON.parse(line).msg);
  const logs = createLogs({ level: 'info', levels, isOutage: () => false, forPeople: false, write });
  const imports = logs({ module: 'catalog.import', category: 'other' });
  logs({ module: 'billing', category: 'user' });
  const time = { now: new Date('2026-11-22T12:00:00Z') };
  const timers = heldTimers();
  const log = keptLog({ fields: true });
  const service = createPackageLevels({ db, levels, log, now: () => time.now, setTimer: timers.setTimer });
  const says = (): readonly string[] => {
    said.length = 0;
    for (const level of ['trace', 'debug', 'info', 'warn'] as const) imports[level](level);
    return [...said];
  };
  return { service, says, time, timers, log };
};
const IMPORT = 'kinodex.catalog.import';

describe('the level of a package', () => {
  it('is inherited, set, shown with where it comes from, and given up again', async () => {
    const { service, says, log } = node();
    const shown = (name: string) => service.list(name)[0];
    expect(service.list().map(({ packageName }) => packageName)).toEqual([
      ...['kinodex', 'kinodex.billing', 'kinodex.catalog', IMPORT],
    ]);
    expect(shown(IMPORT)).toEqual({ packageName: IMPORT, level: 'INFO', inheritedFrom: 'LOG_LEVEL', until: null });
    await service.change('kinodex.catalog', 'DEBUG', 'admin@example.org');
    expect(shown(IMPORT)).toMatchObject({ level: 'DEBUG', inheritedFrom: 'kinodex.catalog' });
    expect(shown('kinodex.catalog')).toMatchObject({ level: 'DEBUG', inheritedFrom: null });
    expect(shown('kinodex.billing')).toMatchObject({ level: 'INFO' });
    expect(says()).toEqual(['debug', 'info', 'warn']);
    await service.change(IMPORT, 'WARN', 'admin@example.org');
    expect(says()).toEqual(['warn']);
    expect(await service.reset(IMPORT, 'admin@example.org')).toMatchObject({ inheritedFrom: 'kinodex.catalog' });
    expect(says()).toEqual(['debug', 'info', 'warn']);
    expect(log.lines).toContainEqual(
      `warn the level of a package was set ${JSON.stringify({ package: IMPORT, level: 'WARN', by: 'admin@example.org' })}`,
    );
  });

  it('is that of every node that reads it, and after a restart', async () => {
    const [one, two] = [node(), node()];
    await one.service.change('kinodex', 'ERROR', 'admin@example.org');
    await two.service.reload();
    expect([one.says(), two.says()]).toEqual([[], []]);
  });

  it('ends by itself after an hour where it is TRACE', async () => {
    const { service, says, time, timers } = node();
    expect(await service.change(IMPORT, 'TRACE', 'admin@example.org')).toMatchObject({
      until: '2026-11-22T13:00:00.000Z',
    });
    expect(says()).toHaveLength(4);
    time.now = new Date('2026-11-22T13:00:00Z');
    timers.ring();
    await expect.poll(says).toEqual(['info', 'warn']);
    await expect.poll(async () => (await db.query('select from log_level')).rowCount).toBe(0);
    await db.query(`insert into log_level values ('kinodex', 'TRACE', '2026-11-22T12:59:00Z')`);
    await service.reload();
    expect(says()).toEqual(['info', 'warn']);
  });

  it('is none of what is no package', async () => {
    const { service } = node();
    for (const name of ['kinodex.nothing', 'catalog', 'kinodex.cat'])
      for (const act of [
        async () => service.list(name),
        () => service.change(name, 'INFO', 'a'),
        () => service.reset(name, 'a'),
      ])
        await expect(act()).rejects.toMatchObject({ reason: 'package_unknown', details: [{ field: 'packageName' }] });
    expect((await db.query('select from log_level')).rowCount).toBe(0);
  });
});
