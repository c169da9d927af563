/**
 * The smallest product: opens the database of the data folder it is told, says so in a line of JSON, and closes it on
 * SIGTERM. Tests run it as a process of its own. Arguments: <data folder> [serve | tool]
 */
import { openDatabase } from '#server/platform/db/open.ts';
import { silentLog } from './log.ts';

const [dataFolder = '', role = 'serve'] = process.argv.slice(2);
const say = (what: Record<string, unknown>): void => void process.stdout.write(`${JSON.stringify(what)}\n`);

try {
  const began = performance.now();
  const database = await openDatabase({
    dataFolder,
    role: role === 'tool' ? 'tool' : 'serve',
    log: silentLog,
    poolSize: 2,
  });
  await database.query('create table if not exists starts (pid int)');
  await database.query('insert into starts values ($1)', [process.pid]);
  const [row] = (await database.query<{ count: number }>('select count(*) as count from starts')).rows;
  // The pool alone does not keep the process.
  const alive = setInterval(() => {}, 60_000);
  process.once('SIGTERM', async () => {
    clearInterval(alive);
    await database.close();
    say({ closed: true });
  });
  say({ ready: Math.round(performance.now() - began), starts: row?.count, connection: database.connection });
} catch (error) {
  say({ failed: error instanceof Error ? error.message : String(error) });
  process.exitCode = 1;
}
