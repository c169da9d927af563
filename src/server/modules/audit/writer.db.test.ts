import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { testFolder } from '#server/platform/batch/batch.fixture.ts';
import { LIMITS } from '#server/platform/batch/limits.ts';
import { testDatabase } from '#test/support/database.ts';
import { keptLog } from '#test/support/log.ts';
import { answered, cuttable, emptyAudit, heldClock, keptInOrder, testAudit } from './audit.fixture.ts';

const db = await testDatabase();
beforeEach(() => emptyAudit(db));

const start = () => {
  const clock = heldClock('2026-11-21T10:00:00Z');
  const cut = cuttable(db);
  const log = keptLog();
  const folder = testFolder();
  const audit = testAudit(cut.db, { ...clock, log, spillFolder: folder });
  let count = 0;
  const record = (rows: number): void => {
    for (let each = 0; each < rows; each++) audit.record(answered({ url: `/${count++}`, tokenId: 1, cost: 1 }));
  };
  return { clock, cut, log, folder, audit, record };
};
const numbered = (count: number) => Array.from({ length: count }, (_, index) => `/${index}`);
const counted = async () =>
  (await db.query<{ n: number }>('select sum(requests)::int as n from request_count')).rows[0]?.n;

describe('while the database is away', () => {
  it('rows wait, are tried again ever later, and are written in order when it is back', async () => {
    const { clock, cut, log, audit, record } = start();
    cut.set('before');
    record(10);
    const waits: number[] = [];
    for (let attempt = 0; attempt < 8; attempt++) {
      clock.ring();
      await audit.flush();
      record(10);
      waits.push(...clock.waits().filter((ms) => ms > LIMITS.patience));
    }
    expect(waits.slice(0, 3)).toEqual([...waits.slice(0, 3)].sort((a, b) => a - b));
    expect(waits.at(-1)).toBe(10_000);
    expect(log.lines).toEqual(['warn audited requests wait, since they cannot be written']);
    cut.set('no');
    clock.ring();
    await audit.flush();
    expect(await keptInOrder(db)).toEqual(numbered(90));
    expect(await counted()).toBe(90);
    expect(log.lines).toHaveLength(2);
  });

  it('what was written by a commit whose answer got lost is not written again', async () => {
    const { cut, audit, record } = start();
    record(5);
    await audit.flush();
    cut.set('after');
    record(5);
    await audit.flush();
    expect(await keptInOrder(db)).toHaveLength(10);
    expect(audit.waiting()).toEqual({ files: 0, rows: 5 });
    record(5);
    cut.set('no');
    await audit.flush();
    expect(await keptInOrder(db)).toEqual(numbered(15));
    expect(await counted()).toBe(15);
  });

  it('one that looks like another but for its id is not taken for it', async () => {
    const { cut, audit } = start();
    const twin = (id: string) => answered({ url: '/twin', id });
    audit.record(twin('mia1-1'));
    await audit.flush();
    cut.set('before');
    audit.record(twin('mia1-2'));
    await audit.flush();
    cut.set('no');
    await audit.flush();
    expect(await keptInOrder(db)).toEqual(['/twin', '/twin']);
  });

  it('more than 20,000 rows go to files, masked, and come back in order', async () => {
    const { cut, folder, audit, record } = start();
    cut.set('before');
    record(1);
    await audit.flush();
    audit.record(
      answered({ url: `/1?token=kdx_${'s3cret'.repeat(6)}`, headers: { authorization: 'Bearer kdx_s3cret' } }),
    );
    for (let round = 0; round < 30; round++) {
      record(1_000);
      await audit.flush();
    }
    await expect.poll(() => audit.waiting().rows).toBeLessThanOrEqual(20_000);
    expect(audit.waiting().files).toBeGreaterThan(0);
    const files = (await readdir(folder)).filter((name) => name.endsWith('.ndjson')).sort();
    const text = await readFile(join(folder, files[0] ?? ''), 'utf8');
    expect(text.split('\n')).toHaveLength(2_001);
    expect(text).not.toMatch(/s3cret.{3}|Bearer/);
    cut.set('no');
    record(100);
    await audit.flush();
    const uris = await keptInOrder(db);
    expect(uris.filter((uri) => !uri.includes('?'))).toEqual(numbered(30_101));
    expect(uris[1]).toBe('/1?token=kdx_s3cr…');
    expect(await readdir(folder)).toEqual([]);
    expect(audit.waiting()).toEqual({ files: 0, rows: 0 });
  });

  it('the end takes everything to files, and the next start writes it before anything new', async () => {
    const { cut, folder, audit, record } = start();
    cut.set('before');
    record(10);
    await audit.flush();
    record(4_500);
    await audit.close();
    expect(await keptInOrder(db)).toEqual([]);
    const next = testAudit(db, { ...heldClock('2026-11-21T10:05:00Z'), spillFolder: folder });
    next.record(answered({ url: '/new' }));
    await next.flush();
    expect(await keptInOrder(db)).toEqual([...numbered(4_510), '/new']);
    expect(await counted()).toBe(4_510);
    expect(await readdir(folder)).toEqual([]);
  });

  it('a batch that was written though nobody heard of it is not written by the next start', async () => {
    const { cut, folder, audit, record } = start();
    record(1);
    await audit.flush();
    cut.set('after');
    record(9);
    await audit.close();
    expect(await readdir(folder)).toHaveLength(1);
    await testAudit(db, { ...heldClock('2026-11-21T10:05:00Z'), spillFolder: folder }).flush();
    expect(await keptInOrder(db)).toEqual(numbered(10));
    expect(await counted()).toBe(10);
    expect(await readdir(folder)).toEqual([]);
  });
});

it('the end does not wait for a database that does not answer, and takes everything to files', async () => {
  const clock = heldClock('2026-11-21T10:00:00Z');
  const folder = testFolder();
  const { promise: answer, resolve } = Promise.withResolvers<void>();
  const hanging = { ...db, transaction: async () => answer } as unknown as typeof db;
  const audit = testAudit(hanging, { ...clock, spillFolder: folder });
  audit.record(answered({ url: '/written' }));
  clock.ring();
  audit.record(answered({ url: '/waiting' }));
  const closed = audit.close();
  await expect.poll(clock.waits).toContain(1_000);
  clock.ring();
  await closed;
  expect(await readdir(folder)).not.toEqual([]);
  await testAudit(db, { ...heldClock('2026-11-21T10:05:00Z'), spillFolder: folder }).flush();
  expect(await keptInOrder(db)).toEqual(['/written', '/waiting']);
  resolve();
});

it('a file that was damaged loses its damaged lines only', async () => {
  const { cut, folder, audit, record } = start();
  cut.set('before');
  record(3);
  await audit.close();
  const [name = ''] = await readdir(folder);
  const path = join(folder, name);
  await writeFile(path, (await readFile(path, 'utf8')).replace('"uri":"/1"', '"uri":1').concat('{"at":17'));
  const log = keptLog();
  await testAudit(db, { ...heldClock('2026-11-21T10:05:00Z'), log, spillFolder: folder }).flush();
  expect(await keptInOrder(db)).toEqual(['/0', '/2']);
  expect(log.lines).toEqual(['error audited requests in a file cannot be read and are left out']);
});

it('a row that the database refuses, or that fits into no block, is told of and keeps none of the others', async () => {
  const { log, audit, record } = start();
  record(50);
  audit.record(answered({ url: '/bad', tokenId: 3, cost: 2 ** 40 }));
  audit.record(answered({ url: '/never', elapsed: Number.NaN }));
  record(50);
  audit.record(answered({ url: '/worse', tokenId: 2 ** 70, cost: 1 }));
  record(20);
  await audit.flush();
  expect(await keptInOrder(db)).toEqual(numbered(120));
  expect(await counted()).toBe(120);
  expect(log.lines).toEqual([
    'error an audited request cannot be kept and is left out',
    'error an audited request was refused by the database and is left out',
    'error an audited request was refused by the database and is left out',
  ]);
});

it('the end writes everything that waits', async () => {
  const { audit, record, clock } = start();
  record(7_001);
  await audit.close();
  expect(await keptInOrder(db)).toEqual(numbered(7_001));
  expect(clock.waits()).toEqual([]);
});
