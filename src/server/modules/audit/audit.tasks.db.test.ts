import { beforeEach, expect, it } from 'vitest';
import { createChanges } from '#server/modules/catalog/change.service.ts';
import type { TaskType } from '#server/platform/tasks/type.ts';
import { testDatabase } from '#test/support/database.ts';
import { runContext } from '#test/support/run-context.ts';
import { answered, emptyAudit, heldClock, testAudit } from './audit.fixture.ts';
import type { Audit } from './audit.service.ts';
import { cleanAudit } from './audit.tasks.ts';

const db = await testDatabase();
const clock = heldClock('2026-08-01T12:00:00Z');
let audit: Audit;
const changes = createChanges({ db, visibility: () => ({ sources: null }), days: () => 90, now: clock.now });
let task: TaskType;

/** Requests of three days, and three changes, one of each day. */
beforeEach(async () => {
  audit = testAudit(db, { ...clock, countDays: () => 100 });
  task = cleanAudit({ audit, changes });
  await emptyAudit(db);
  await db.query('truncate change');
  for (const day of ['2026-08-01', '2026-08-02', '2026-08-03']) {
    clock.set(`${day}T12:00:00Z`);
    audit.record(answered({ url: `/${day}`, tokenId: 5, cost: 1 }));
    await audit.flush();
    await db.query(`insert into change (at, kind, record_id, action) values ($1, 'movie', 1, 'update')`, [clock.now()]);
  }
});
const left = async () => ({
  days: (await audit.list({}, { offset: 0, limit: 9 })).rows.map(({ uri }) => uri),
  changes: (await db.query('select from change')).rows.length,
  counts: (await db.query('select from request_count')).rows.length,
});

it('drops what is older than is kept of each kind, and says how much', async () => {
  clock.set('2026-10-31T13:00:00Z');
  const run = runContext();
  await task.run({}, run.context);
  expect(await left()).toEqual({ days: ['/2026-08-03', '/2026-08-02'], changes: 1, counts: 3 });
  expect(run.lines).toEqual([
    '1 day of audited requests dropped.',
    '0 counts of requests dropped.',
    '2 changes of the feed dropped.',
  ]);
  expect(run.told).toEqual([
    [0, null],
    [1, 1],
    [3, null],
    [3, 3],
  ]);
  clock.set('2027-01-01T13:00:00Z');
  await task.run({}, runContext().context);
  expect(await left()).toEqual({ days: [], changes: 1, counts: 0 });
});

it('told to end between two days leaves the later ones, and the next run goes on', async () => {
  clock.set('2027-01-01T13:00:00Z');
  const run = runContext((processed, stop) => {
    if (processed === 1) stop.abort(new Error('cancelled'));
  });
  await expect(task.run({}, run.context)).rejects.toThrow('cancelled');
  expect(await left()).toEqual({ days: ['/2026-08-03', '/2026-08-02'], changes: 3, counts: 3 });
  await task.run({}, runContext().context);
  expect(await left()).toEqual({ days: [], changes: 1, counts: 0 });
});

it('leaves a day that somebody is reading for the next time', async () => {
  clock.set('2026-11-01T13:00:00Z');
  const run = runContext();
  await db.transaction(async (tx) => {
    await tx.query('select from audit_20260801');
    await task.run({}, run.context);
  });
  expect(run.lines.slice(0, 2)).toEqual([
    '1 day of audited requests dropped.',
    'WARN: 1 day is being read and left for the next time.',
  ]);
  expect((await left()).days).toEqual(['/2026-08-03', '/2026-08-01']);
});
