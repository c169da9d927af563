/**
 * How long a task waits for its run to begin, once it is told to execute or its time by cron has come, on a product as a user
 * starts it: node bench/tasks.ts [--runs 300] [--minutes 2]
 * From the order, and from the slot, to EXECUTING by the server's clock, beside what the call that orders it takes.
 */
import { chmodSync, rmSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { freePort, serveProduct } from '#test/support/cli.ts';

const { values } = parseArgs({
  options: { runs: { type: 'string', default: '300' }, minutes: { type: 'string', default: '2' } },
});
const LIMIT_MS = 300;
const SLOT_LIMIT_MS = 1_000;
/** A task may run six times a minute at most; so many do in turns, two seconds after each other. */
const TURNS = 5;
const EMAIL = 'bench@example.org';
const PASSWORD = 'a password of the bench';
const TYPE = 'CLEAN_NOTIFICATIONS';

const home = await mkdtemp(join(tmpdir(), 'kinodex-bench-'));
// The database runs under a user of its own.
chmodSync(home, 0o755);
const port = String(await freePort());
const product = await serveProduct({
  ...{ PORT: port, KINODEX_DATA: home, KINODEX_ADMIN_EMAIL: EMAIL, KINODEX_ADMIN_PASSWORD: PASSWORD },
});

let token = '';
const call = async <T>(method: string, path: string, body?: object): Promise<T> => {
  const answer = await fetch(`${product.url}/api/${path}`, {
    method,
    headers: { 'Content-Type': 'application/json', ...(token && { Authorization: `Bearer ${token}` }) },
    ...(body && { body: JSON.stringify(body) }),
  });
  const { data, error } = (await answer.json()) as { data: T; error: string | null };
  if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${error}`);
  return data;
};

interface Task {
  readonly idTask: number;
  readonly task: string;
  readonly status: string;
}
interface Run {
  readonly asked: string;
  readonly started: string | null;
  /** When its time by cron was. */
  readonly slot: string | null;
}

const at = (times: readonly number[], share: number): number =>
  times.toSorted((a, b) => a - b)[Math.floor((times.length - 1) * share)] ?? 0;
const told = (what: string, times: readonly number[]): void =>
  console.log(
    `${what}: median ${at(times, 0.5).toFixed(1)} ms, 99 % ${at(times, 0.99).toFixed(1)} ms, longest ${at(times, 1).toFixed(1)} ms`,
  );

try {
  // The first start makes its administrator after it has begun to answer.
  await pause(2_000);
  ({ token } = await call<{ token: string }>('POST', 'auth/signin', { email: EMAIL, password: PASSWORD }));
  const task = (await call<Task[]>('GET', 'admin/tasks')).find((one) => one.task === TYPE);
  if (!task) throw new Error(`there is no task of the type ${TYPE}`);
  const bare: number[] = [];
  for (let n = 0; n < Number(values.runs); n += 1) {
    const began = performance.now();
    await call('POST', `admin/tasks/execute-task/${task.idTask}`);
    bare.push(performance.now() - began);
    while (['READY', 'EXECUTING'].includes((await call<Task>('GET', `admin/task/${task.idTask}`)).status))
      await pause(5);
  }
  /** From a moment of a run to its EXECUTING, of the last runs of a task that have that moment. */
  const waitsOf = async (idTask: number, since: (run: Run) => string | null, most: number): Promise<number[]> => {
    const waits: number[] = [];
    for (let page = 1; waits.length < most; page += 1) {
      const runs = await call<Run[]>('GET', `admin/task/${idTask}/runs?page=${page}&regs=100`);
      if (runs.length === 0) break;
      for (const run of runs) {
        const from = since(run);
        if (run.started && from) waits.push(Date.parse(run.started) - Date.parse(from));
      }
    }
    return waits;
  };
  const waits = await waitsOf(task.idTask, ({ asked }) => asked, Number(values.runs));
  told('a call that orders a run', bare);
  told('from that order to EXECUTING', waits);
  const slots = Number(values.minutes) * 6;
  const slotWaits: number[] = [];
  const turns: number[] = [];
  for (let turn = 0; turn < TURNS; turn += 1) {
    const seconds = Array.from({ length: 6 }, (_, n) => 2 * turn + 10 * n).join(',');
    const made = { name: `turn ${turn}`, cron: `${seconds} * * * * *`, task: TYPE, active: 1 };
    turns.push((await call<Task>('POST', 'admin/tasks', made)).idTask);
  }
  await pause(Number(values.minutes) * 60_000 + 5_000);
  for (const idTask of turns) slotWaits.push(...(await waitsOf(idTask, ({ slot }) => slot, slots)));
  told('from its time to EXECUTING', slotWaits);
  const ratio = at(waits, 0.99) / Math.max(1, at(bare, 0.99));
  console.log(`ratio of the two at 99 %: ${ratio.toFixed(2)}; limits of the waits ${LIMIT_MS} and ${SLOT_LIMIT_MS} ms`);
  const lacks = waits.length < Number(values.runs) || slotWaits.length < TURNS * slots;
  if (lacks || at(waits, 0.99) > LIMIT_MS || at(slotWaits, 0.99) > SLOT_LIMIT_MS) process.exitCode = 1;
} finally {
  await product.end('SIGTERM');
  rmSync(home, { recursive: true, force: true });
}
