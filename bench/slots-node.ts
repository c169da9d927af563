/** A node of bench/slots.ts: executes the runs of its task, and writes down when each began and ended by the database's clock. */
import { setTimeout as pause } from 'node:timers/promises';
import { Type } from 'typebox';
import { createEngine } from '#server/modules/tasks/engine.ts';
import type { Database } from '#server/platform/db/database.ts';
import { openDatabase } from '#server/platform/db/open.ts';
import { type TaskType, taskType } from '#server/platform/tasks/type.ts';
import { log } from './log.ts';

/** Ms of a run: some are still going when the next slot comes. */
const [SHORTEST, LONGEST] = [500, 11_000];

/** Its one type of work. `db` is where it is written down; none: it is never executed here. */
export const slotType = (db: Pick<Database, 'query'> | null): TaskType =>
  taskType({
    name: 'RATINGS',
    summary: 'Takes a while.',
    category: 'cron',
    arguments: Type.Object({}),
    run: async (_given, { signal }) => {
      const begun = await db?.query<{ id: number }>(
        `insert into slot_proof (run_id, pid) select id, $1 from task_run where status in ('EXECUTING', 'CANCELLING')
          returning id`,
        [process.pid],
      );
      await pause(SHORTEST + Math.random() * (LONGEST - SHORTEST), undefined, { signal });
      await db?.query('update slot_proof set ended = clock_timestamp() where id = $1', [begun?.rows[0]?.id]);
    },
  });

/** The engine of a node. What it would tell administrators is counted. */
export const slotEngine = (db: Database, now: () => Date, type: TaskType) =>
  createEngine({
    ...{ db, now, types: [type], timeZone: 'UTC' },
    notify: async (tx, { message }) =>
      void (await tx.query('insert into slot_notice (message) values ($1)', [message])),
    callsOf: async () => new Map(),
    logs: () => log,
  });

const [, , dataFolder] = process.argv;
if (import.meta.main && dataFolder) {
  const db = await openDatabase({ dataFolder, log, role: 'tool', poolSize: 4 });
  const node = slotEngine(db, () => new Date(), slotType(db)).createNode();
  await node.start();
  process.once('SIGTERM', () => void node.stop().then(() => process.exit(0)));
  process.stdout.write('ready\n');
}
