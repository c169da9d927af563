/**
 * Tasks of a product whose machine's clock is set again and again while it serves: node bench/jumps.ts
 * An hourly and a daily task (02:30 in Berlin) through ±2 h, both changes of daylight saving, the year's end, 29 February and
 * a day back. Prints what each leg was to do and did. Ends with 1 when a slot ran twice or was skipped without being
 * counted, when more than one run of a task came of a leg, or when a session's token outlived its hour. Takes about 4 minutes
 * and needs Debian's package `faketime`.
 */
import { chmodSync, globSync, rmSync, writeFileSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { freePort, serveProduct } from '#test/support/cli.ts';

const LIBRARY = globSync('/usr/lib/*/faketime/libfaketime.so.1')[0];
if (!LIBRARY) throw new Error('apt-get install faketime');
const EMAIL = 'bench@example.org';
const PASSWORD = 'a password of the bench';
/** Ms from the moment a leg begins until its slot, and from then until its runs are looked at. */
const [BEFORE, AFTER] = [10_000, 10_000];

interface Leg {
  readonly what: string;
  /** When the slot is, or would be. */
  readonly at: string;
  readonly hourly: 0 | 1;
  readonly daily: 0 | 1;
}

const LEGS: readonly Leg[] = [
  { what: 'spring: Berlin has no 02:30', at: '2027-03-28T01:00:00Z', hourly: 1, daily: 0 },
  { what: 'two hours on', at: '2027-03-28T03:00:00Z', hourly: 1, daily: 0 },
  { what: 'an hour back, which has passed before', at: '2027-03-28T02:00:00Z', hourly: 0, daily: 0 },
  { what: 'two hours on from there', at: '2027-03-28T04:00:00Z', hourly: 1, daily: 0 },
  { what: 'autumn: the first 02:30 in Berlin', at: '2027-10-31T00:30:00Z', hourly: 0, daily: 1 },
  { what: 'autumn: the second 02:30 in Berlin', at: '2027-10-31T01:30:00Z', hourly: 0, daily: 0 },
  { what: 'the end of the year', at: '2028-01-01T00:00:00Z', hourly: 1, daily: 0 },
  { what: '29 February', at: '2028-02-29T01:30:00Z', hourly: 0, daily: 1 },
  { what: 'a day back', at: '2028-02-28T01:30:00Z', hourly: 0, daily: 0 },
  { what: 'the 29th once more', at: '2028-02-29T01:30:00Z', hourly: 0, daily: 0 },
  { what: 'the day after', at: '2028-03-01T01:30:00Z', hourly: 0, daily: 1 },
];

const home = await mkdtemp(join(tmpdir(), 'kinodex-bench-'));
// The database runs under a user of its own.
chmodSync(home, 0o755);
const clockFile = join(home, 'clock');
/** Sets the clock of the product and its database, which goes on from there. */
const setClock = (at: number): void => {
  const offset = Math.round((at - Date.now()) / 1_000);
  writeFileSync(clockFile, `${offset < 0 ? '' : '+'}${offset}`);
};
const firstAt = Date.parse(LEGS[0]?.at ?? '');
setClock(firstAt - 60_000);
const product = await serveProduct({
  ...{ PORT: String(await freePort()), KINODEX_DATA: join(home, 'data'), SERVER_TIME_ZONE: 'Europe/Berlin' },
  ...{ KINODEX_ADMIN_EMAIL: EMAIL, KINODEX_ADMIN_PASSWORD: PASSWORD },
  ...{ LD_PRELOAD: LIBRARY, FAKETIME_TIMESTAMP_FILE: clockFile, FAKETIME_NO_CACHE: '1' },
  FAKETIME_DONT_FAKE_MONOTONIC: '1',
  NODE_OPTIONS: `--import ${join(import.meta.dirname, 'jumps-env.ts')}`,
});

const ask = async (method: string, path: string, token: string, body?: object) => {
  const answer = await fetch(`${product.url}/api/${path}`, {
    method,
    headers: { 'Content-Type': 'application/json', ...(token && { Authorization: `Bearer ${token}` }) },
    ...(body && { body: JSON.stringify(body) }),
  });
  return { status: answer.status, body: (await answer.json()) as { data: unknown; error: string | null } };
};
const call = async <T>(...asked: Parameters<typeof ask>): Promise<T> => {
  const { status, body } = await ask(...asked);
  if (status !== 200) throw new Error(`${asked[0]} ${asked[1]}: ${status} ${body.error}`);
  return body.data as T;
};
const signIn = async (): Promise<string> =>
  (await call<{ token: string }>('POST', 'auth/signin', '', { email: EMAIL, password: PASSWORD })).token;

interface Run {
  readonly idRun: number;
  readonly slot: string | null;
}

const wrong: string[] = [];
try {
  // The first start makes its administrator after it has begun to answer.
  await pause(2_000);
  setClock(firstAt - BEFORE);
  await pause(2_000);
  let token = await signIn();
  const made = async (name: string, cron: string): Promise<number> =>
    (
      await call<{ idTask: number }>('POST', 'admin/tasks', token, {
        ...{ name, cron, task: 'CLEAN_NOTIFICATIONS', active: 1 },
      })
    ).idTask;
  const tasks = { hourly: await made('hourly', '0 0 * * * *'), daily: await made('daily', '0 30 2 * * *') };
  const seen = { hourly: [] as string[], daily: [] as string[] };

  for (const [index, leg] of LEGS.entries()) {
    setClock(Date.parse(leg.at) - (index === 0 ? 4_000 : BEFORE));
    await pause(3_000);
    if (leg.what === 'two hours on' && (await ask('GET', 'admin/tasks', token)).status !== 401)
      wrong.push('a token of two hours ago was taken');
    token = await signIn();
    await pause(BEFORE + AFTER - 3_000);
    const told: string[] = [];
    for (const name of ['hourly', 'daily'] as const) {
      const runs = await call<Run[]>('GET', `admin/task/${tasks[name]}/runs?regs=100`, token);
      const slots = runs.flatMap(({ slot }) => slot ?? []);
      const fresh = slots.length - seen[name].length;
      const { missed } = await call<{ missed: number }>('GET', `admin/task/${tasks[name]}`, token);
      told.push(`${name} ${fresh} of ${leg[name]}, ${missed} missed so far`);
      if (fresh !== leg[name]) wrong.push(`${leg.what}: ${name} ran ${fresh} times, not ${leg[name]}`);
      if (new Set(slots).size !== slots.length) wrong.push(`${leg.what}: a slot of ${name} ran twice`);
      seen[name] = slots;
    }
    console.log(`${leg.at}  ${leg.what}: ${told.join('; ')}`);
  }
  // Each day has its slot or is counted, but the one that has no 02:30.
  const days = Math.round((Date.parse('2028-03-01') - Date.parse('2027-03-28')) / 86_400_000);
  const { missed } = await call<{ missed: number }>('GET', `admin/task/${tasks.daily}`, token);
  console.log(`${days} days: ${seen.daily.length} ran, ${missed} counted as missed`);
  if (seen.daily.length + missed !== days) wrong.push('a day was skipped, or counted twice');
  if (/"level":(50|60)/.test(product.said())) wrong.push(`errors in the log: ${product.said().slice(0, 2_000)}`);
} finally {
  await product.end('SIGTERM');
  rmSync(home, { recursive: true, force: true });
}
for (const line of wrong) console.log(`WRONG: ${line}`);
console.log(wrong.length > 0 ? 'FAILED' : 'ok');
process.exitCode = wrong.length > 0 ? 1 : 0;
