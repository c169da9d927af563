import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { afterAll, expect, it } from 'vitest';
import { testDatabase } from '#test/support/database.ts';

const db = await testDatabase();
await db.query(`create table run (id bigint generated always as identity, pid int, begun timestamptz default clock_timestamp(),
  ended timestamptz)`);
await db.query('create table hold (pid int)');

const script = fileURLToPath(new URL('../../../../test/support/queue-child.ts', import.meta.url));
const children: ChildProcess[] = [];
const start = (): ChildProcess => {
  const child = spawn(process.execPath, [...process.execArgv, script, JSON.stringify(db.connection)], {
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  children.push(child);
  return child;
};
const isOver = ({ exitCode, signalCode }: ChildProcess): boolean => exitCode !== null || signalCode !== null;
afterAll(async () => {
  for (const child of children.filter((each) => !isOver(each))) {
    child.kill('SIGKILL');
    await once(child, 'exit');
  }
});

const count = async (what: string, pid?: number): Promise<number> => {
  const { rows } = await db.query<{ n: number }>(`select count(*)::int as n from ${what}`, pid ? [pid] : []);
  return rows[0]?.n ?? 0;
};
const runsOf = (pid: number): Promise<number> => count('run where pid = $1', pid);
const GOING = 'run where ended is null';

it('two processes share the runs, one at a time; a killed one’s run is given up, and a stopped one’s ends', async () => {
  const [one, other] = [start(), start()];
  const [pid = 0, otherPid = 0] = [one.pid, other.pid];
  for (const each of [pid, otherPid]) await expect.poll(() => runsOf(each)).toBeGreaterThan(1);

  // One is in the midst of a run when it is killed: nobody else runs until its heartbeat is old.
  await db.query('insert into hold values ($1)', [pid]);
  await expect.poll(() => count(`${GOING} and pid = $1`, pid)).toBe(1);
  const before = await runsOf(otherPid);
  one.kill('SIGKILL');
  await once(one, 'exit');
  expect(await runsOf(otherPid)).toBe(before);
  await db.query(`update queue.job set heartbeat_on = heartbeat_on - interval '1 minute' where state = 'active'`);
  await expect.poll(() => runsOf(otherPid)).toBeGreaterThan(before);
  await db.query('delete from run where ended is null and pid = $1', [pid]);

  // The other is stopped in the midst of one, which is told to end.
  await db.query('insert into hold values ($1)', [otherPid]);
  await expect.poll(() => count(`${GOING} and pid = $1`, otherPid)).toBe(1);
  other.kill('SIGTERM');
  expect(await once(other, 'exit')).toEqual([0, null]);
  expect(await count(GOING)).toBe(0);
  expect(await count(`queue.job where name = 'note' and state = 'failed'`)).toBe(1);

  const overlaps = 'run a join run b on a.id < b.id and b.begun < a.ended';
  expect(await count(overlaps)).toBe(0);
  expect(await count('run')).toBe(await count(`queue.job where name = 'note' and state = 'completed'`));
});
