/**
 * Slots of a task on a clock that is sped up, over several nodes whose clocks disagree and that are killed again and again:
 * node bench/slots.ts [--nodes 3] [--slots 1000] [--speed 100] [--skew 5]
 * Prints its counts. Ends with 1 when a slot ran twice, or neither ran nor counts as missed, when two runs went on at once, or
 * when a run of a killed node did not end in ERROR. Needs Debian's package `faketime`.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { globSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { HOME } from '#server/app/open.ts';
import { migrate } from '#server/platform/db/migrate.ts';
import { openDatabase } from '#server/platform/db/open.ts';
import { log } from './log.ts';
import { slotEngine, slotType } from './slots-node.ts';

const { values } = parseArgs({
  options: {
    nodes: { type: 'string', default: '3' },
    slots: { type: 'string', default: '1000' },
    speed: { type: 'string', default: '100' },
    skew: { type: 'string', default: '5' },
  },
});
const [NODES, SLOTS, SPEED, SKEW] = [values.nodes, values.slots, values.speed, values.skew].map(Number) as [
  number,
  number,
  number,
  number,
];
/** Seconds from one slot to the next. */
const EVERY = 10;
/** Ms between two kills, most of them of the node that executes, at least and at most, and before the killed node is there again. */
const KILLS = [500, 2_500] as const;
const AWAY = [50, 1_000] as const;
const LIBRARY = globSync('/usr/lib/*/faketime/libfaketime.so.1')[0];
const BEGIN = Date.parse('2026-11-23T00:00:00Z');

const say = (line: string): void => void process.stdout.write(`${line}\n`);
const between = ([least, most]: readonly [number, number]): number => least + Math.random() * (most - least);
if (!LIBRARY) throw new Error('apt-get install faketime');

const began = Date.now();
const clock = (): number => BEGIN + (Date.now() - began) * SPEED;

const dataFolder = mkdtempSync(join(tmpdir(), 'kinodex-slots-'));
const db = await openDatabase({ dataFolder, log, role: 'serve', poolSize: 4 });
const number = async (sql: string, given: readonly unknown[] = []): Promise<number> =>
  Number((await db.query<{ n: number }>(sql, [...given])).rows[0]?.n);

/** A node whose clock runs from now on, off by its skew. */
const startNode = async (index: number, tries = 5): Promise<ChildProcess> => {
  const skew = NODES === 1 ? 0 : SKEW * 1_000 * ((2 * index) / (NODES - 1) - 1);
  const at = new Date(clock() + skew).toISOString().slice(0, 19).replace('T', ' ');
  const child = spawn(process.execPath, [join(import.meta.dirname, 'slots-node.ts'), dataFolder], {
    env: { ...process.env, TZ: 'UTC', LD_PRELOAD: LIBRARY, FAKETIME: `@${at} x${SPEED}` },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  await Promise.race([once(child.stdout, 'data'), once(child, 'exit')]);
  if (child.exitCode === null) return child;
  // What it waits for has so many times less time to answer.
  if (tries === 1) throw new Error('a node did not start');
  return startNode(index, tries - 1);
};

const kill = async (child: ChildProcess): Promise<void> => {
  const at = new Date();
  const gone = once(child, 'exit');
  child.kill('SIGKILL');
  await gone;
  await db.query('update slot_proof set killed = greatest(begun, $2) where pid = $1 and ended is null', [
    child.pid,
    at,
  ]);
};

let failed = false;
const children: ChildProcess[] = [];
try {
  await migrate(db.pool, join(HOME, 'migrations'));
  await db.query(
    `create table slot_proof (id serial, run_id bigint, pid integer, begun timestamptz default clock_timestamp(),
      ended timestamptz, killed timestamptz)`,
  );
  await db.query('create table slot_notice (message text)');
  children.push(...(await Promise.all(Array.from({ length: NODES }, (_, index) => startNode(index)))));
  const { tasks } = slotEngine(db, () => new Date(clock()), slotType(null));
  const { idTask, nextCronExecution } = await tasks.create({
    ...{ name: 'slots', task: 'RATINGS', active: 1 as const },
    cron: `*/${EVERY} * * * * *`,
  });
  const first = Date.parse(nextCronExecution ?? '');
  const passed = async (): Promise<number> =>
    (await number('select extract(epoch from next_at) as n from task where id = $1', [idTask])) / EVERY -
    first / 1_000 / EVERY;

  /** Mostly the node that executes, as soon as one does. */
  const victim = async (): Promise<number> => {
    for (let tries = 0; tries < 100 && Math.random() < 0.99; tries += 1) {
      const pid = await number('select max(pid) as n from slot_proof where ended is null and killed is null');
      const index = children.findIndex((child) => child.pid === pid);
      if (index >= 0) return index;
      await pause(5);
    }
    return Math.floor(Math.random() * NODES);
  };

  let kills = 0;
  while ((await passed()) < SLOTS) {
    await pause(between(KILLS));
    const index = await victim();
    await kill(children[index] as ChildProcess);
    kills += 1;
    await pause(between(AWAY));
    children[index] = await startNode(index);
  }
  await db.query('update task set active = false where id = $1', [idTask]);
  for (let tries = 0; tries < 300; tries += 1) {
    const open = `select count(*) as n from task_run where status not in ('FINISHED', 'CANCELLED', 'ERROR')`;
    if ((await number(open)) === 0) break;
    await pause(100);
  }

  const slots = Math.round(await passed());
  const ran = await number('select count(*) as n from task_run where slot is not null');
  const missed = await number('select missed as n from task where id = $1', [idTask]);
  const cut = await number('select count(*) as n from slot_proof where killed is not null');
  const wrong = {
    'slots that neither ran nor count as missed': slots - ran - missed,
    'slots that ran twice': await number(
      'select count(*) as n from (select run_id from slot_proof group by run_id having count(*) > 1) as twice',
    ),
    'runs that went on at once': await number(
      `select count(*) as n from slot_proof a join slot_proof b on b.begun > a.begun
        where b.begun < coalesce(a.ended, a.killed, 'infinity')`,
    ),
    'runs of killed nodes that did not end in ERROR': await number(
      `select count(*) as n from slot_proof p join task_run r on r.id = p.run_id
        where p.killed is not null and (r.status <> 'ERROR' or r.error is null)`,
    ),
    'runs in ERROR of which nobody was killed': await number(
      `select count(*) as n from task_run r where r.status = 'ERROR' and exists
        (select from slot_proof p where p.run_id = r.id and p.killed is null and p.ended is null)`,
    ),
    'runs that have not ended': await number(
      `select count(*) as n from task_run where status not in ('FINISHED', 'CANCELLED', 'ERROR')`,
    ),
  };
  const errors = await number(`select count(*) as n from task_run where status = 'ERROR'`);
  const notices = await number('select count(*) as n from slot_notice');
  say(
    `${slots} slots over ${NODES} nodes, ${SPEED} times as fast, clocks off by up to ${SKEW} s, ${kills} nodes killed`,
  );
  say(
    `${ran} ran, ${missed} counted as missed; ${cut} runs were cut off by a kill, ${errors} ended in ERROR, ${notices} notices`,
  );
  for (const [what, count] of Object.entries(wrong)) say(`${count} ${what}`);
  const { rows: open } = await db.query(
    `select id, reason, slot, status, waits_for, node, started_at, updated_at from task_run
      where status not in ('FINISHED', 'CANCELLED', 'ERROR')`,
  );
  for (const run of open) say(`  has not ended: ${JSON.stringify(run)}`);
  failed = Object.values(wrong).some((count) => count !== 0) || notices === 0 || cut === 0 || slots < SLOTS;
} finally {
  for (const child of children) child.kill('SIGKILL');
  await db.close();
  rmSync(dataFolder, { recursive: true, force: true });
}
say(failed ? 'FAILED' : 'ok');
process.exitCode = failed ? 1 : 0;
