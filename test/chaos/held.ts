import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import type { Stack } from './stack.ts';

/** Ms between two slots of the tasks that scenarios hold up. */
const EVERY_MS = 10_000;
/** Ms for which it may take until the run of a slot goes on. */
const BEGIN_MS = 20_000;

/** Holds up the task of the notifications in its next slot, by a lock on what it deletes from, until it is released. */
export const holdRun = async ({ primary }: Pick<Stack, 'primary'>) => {
  // Not much before its slot: whoever reads the list waits too, with a connection that others need.
  await pause(EVERY_MS - (Date.now() % EVERY_MS) + EVERY_MS - 300);
  const holder = new pg.Client({ connectionString: primary.url });
  holder.on('error', () => {});
  await holder.connect();
  const release = (): Promise<void> => holder.end();
  try {
    await holder.query('begin; lock table notification in access exclusive mode');
    const going = `select r.id, r.node from task_run r join task t on t.id = r.task_id
      where t.name = 'chaos notifications' and r.status = 'EXECUTING'`;
    for (const began = performance.now(); performance.now() - began < BEGIN_MS; await pause(50)) {
      const [run] = await primary.query<{ id: string; node: number }>(going);
      if (run) return { run, release };
    }
    throw new Error('no run of the task was going');
  } catch (error) {
    await release();
    throw error;
  }
};
