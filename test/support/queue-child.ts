/**
 * A node that does one thing five times a second, noting each run in the table `run`; while `hold` has its pid a run goes
 * on until it is told to end. Tests run and kill it. Arguments: <connection as JSON>
 */
import { createDatabase } from '#server/platform/db/database.ts';
import { createQueue } from '#server/platform/queue/queue.ts';
import { createScheduler } from '#server/platform/queue/schedule.ts';
import { silentLog } from './log.ts';

const [connection = '{}'] = process.argv.slice(2);
const db = createDatabase({ connection: JSON.parse(connection), kind: 'server', poolSize: 3, log: silentLog });
const times = { heartbeat: 10, refresh: 1, look: 1, poll: 0.5, again: 1 };
const queue = createQueue({ db, log: silentLog, alone: false, times });

const note = async (signal: AbortSignal): Promise<void> => {
  const { rows } = await db.query<{ id: number; held: boolean }>(
    'insert into run (pid) values ($1) returning id, exists (select from hold where pid = $1) as held',
    [process.pid],
  );
  const [{ id, held } = { id: 0, held: false }] = rows;
  if (held) await new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }));
  await db.query('update run set ended = clock_timestamp() where id = $1', [id]);
};

const schedules = [{ name: 'note', every: 0.2, retries: 0, run: note }];
const scheduler = createScheduler({ queue, schedules, now: () => new Date() });
scheduler.start();
process.once('SIGTERM', async () => {
  await scheduler.stop();
  await db.close();
});
