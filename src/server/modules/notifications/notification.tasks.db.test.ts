import { beforeEach, expect, it } from 'vitest';
import { testDatabase } from '#test/support/database.ts';
import { runContext } from '#test/support/run-context.ts';
import { cleanNotifications } from './notification.tasks.ts';

const db = await testDatabase();
const now = new Date('2026-11-23T12:00:00Z');
let days = 180;
const task = cleanNotifications({ db, days: () => days, now: () => now });
const kept = async () =>
  (await db.query<{ message: string }>('select distinct message from notification order by 1')).rows.map(
    ({ message }) => message,
  );

beforeEach(async () => {
  days = 180;
  await db.query('truncate notification');
  await db.query(
    `insert into notification (message, level, read, deleted, inserted_at) select v.message, 'INFO', v.read, v.deleted, $1::timestamptz - v.age
      from (values ('old', false, false, interval '180 days 1 second'), ('old, read', true, false, interval '400 days'),
        ('old, removed', false, true, interval '181 days'), ('kept', false, false, interval '180 days'),
        ('kept, removed', true, true, interval '1 day')) v (message, read, deleted, age)`,
    [now],
  );
});

it('deletes what is older than is kept, removed or not', async () => {
  const run = runContext();
  await task.run({}, run.context);
  expect(await kept()).toEqual(['kept', 'kept, removed']);
  expect(run.lines).toEqual(['3 notifications of more than 180 days deleted.']);
  expect(run.told.at(-1)).toEqual([3, 3]);
  const again = runContext();
  await task.run({}, again.context);
  expect([again.lines, again.told]).toEqual([['0 notifications of more than 180 days deleted.'], [[0, 0]]]);
});

it('follows the setting of the moment', async () => {
  days = 1;
  await task.run({}, runContext().context);
  expect(await kept()).toEqual(['kept, removed']);
});

it('told to end in its midst keeps what it has not come to', async () => {
  await db.query(
    `insert into notification (message, level, inserted_at) select 'many', 'INFO', $1 from generate_series(1, 5000)`,
    [new Date(0)],
  );
  const run = runContext((processed, stop) => {
    if (processed > 0) stop.abort(new Error('cancelled'));
  });
  await expect(task.run({}, run.context)).rejects.toThrow('cancelled');
  expect(run.told).toEqual([
    [0, 5_003],
    [5_000, 5_003],
  ]);
  await task.run({}, runContext().context);
  expect(await kept()).toEqual(['kept', 'kept, removed']);
});
