import { beforeEach, expect, it } from 'vitest';
import { testDatabase } from '#test/support/database.ts';
import { runContext } from '#test/support/run-context.ts';
import { cleanLogs } from './clean.tasks.ts';

const db = await testDatabase();
const now = new Date('2026-11-23T12:00:00Z');
const task = cleanLogs({ db, logTable: { sweep: async () => 7 }, days: () => 30, now: () => now });

/** A task with runs that ended so many days ago, the first of them first, each with two lines; `null`: it still goes. */
const taskWith = async (name: string, ages: readonly (number | null)[]): Promise<void> => {
  await db.query(
    `with t as (insert into task (name, type) values ($1, 'RATINGS') returning id),
      r as (insert into task_run (task_id, type, reason, status, ended_at)
        select t.id, 'RATINGS', 'CRON', case when a.age is null then 'EXECUTING' else 'FINISHED' end::task_status,
            $3::timestamptz - make_interval(days => a.age)
          from t, unnest($2::int[]) with ordinality a (age, place) order by a.place returning id)
      insert into task_line (run_id, level, text) select r.id, 'INFO', 'a line' from r, generate_series(1, 2)`,
    [name, ages, now],
  );
};
const kept = async () => ({
  runs: (
    await db.query(
      'select t.name, count(*)::int as n from task_run r join task t on t.id = r.task_id group by 1 order by 1',
    )
  ).rows.map(({ name, n }) => [name, n]),
  lines: (await db.query('select from task_line')).rows.length,
});
const days = (count: number, age: number): number[] => Array(count).fill(age);

beforeEach(() => db.query('truncate task cascade'));

it('deletes runs that are older than is kept with their lines, but for the last 20 of each task', async () => {
  await taskWith('Often', [...days(30, 31), ...days(25, 1)]);
  await taskWith('Seldom', [...days(23, 400), 31, 31]);
  const run = runContext();
  await task.run({}, run.context);
  expect(await kept()).toEqual({
    runs: [
      ['Often', 25],
      ['Seldom', 20],
    ],
    lines: 90,
  });
  expect(run.lines).toEqual([
    '35 runs of more than 30 days deleted.',
    '7 lines of the log of more than 30 days deleted.',
  ]);
  expect(run.told.at(-1)).toEqual([42, 42]);
});

it('leaves the run that is going, and counts it among none', async () => {
  await taskWith('Long', [...days(21, 90), null]);
  await task.run({}, runContext().context);
  expect((await kept()).runs).toEqual([['Long', 21]]);
});

it('told to end in its midst leaves whole runs, and the next run goes on', async () => {
  await taskWith('Every minute', days(620, 31));
  const run = runContext((processed, stop) => {
    if (processed > 0) stop.abort(new Error('cancelled'));
  });
  await expect(task.run({}, run.context)).rejects.toThrow('cancelled');
  expect(await kept()).toEqual({ runs: [['Every minute', 120]], lines: 240 });
  await task.run({}, runContext().context);
  expect(await kept()).toEqual({ runs: [['Every minute', 20]], lines: 40 });
});
