import { expect, it } from 'vitest';
import { testDatabase } from '#test/support/database.ts';
import { patiently } from './patient.ts';

const db = await testDatabase();

it('ends no statement, on a connection that is gone afterwards', async () => {
  const name = 'kinodex patient test';
  const timeout = await patiently(db.connection, async (own) => {
    await own.query(`set application_name = '${name}'`);
    return (await own.query('show statement_timeout')).rows;
  });
  expect(timeout).toEqual([{ statement_timeout: '0' }]);
  const left = async (): Promise<number | null> =>
    (await db.query('select 1 from pg_stat_activity where application_name = $1', [name])).rowCount;
  await expect.poll(left).toBe(0);
});

it('fails at once when it is told to stop, also before it has begun, and the server ends its statement', async () => {
  const stopping = new AbortController();
  const sleeping = patiently(db.connection, (own) => own.query('select pg_sleep(600)'), stopping.signal);
  const failed = expect(sleeping).rejects.toThrow('terminated');
  const running = async (): Promise<number | null> =>
    (await db.query(`select 1 from pg_stat_activity where state = 'active' and query = 'select pg_sleep(600)'`))
      .rowCount;
  await expect.poll(running).toBe(1);
  stopping.abort();
  await failed;
  await expect.poll(running).toBe(0);
  const work = async (): Promise<string> => 'done';
  await expect(patiently(db.connection, work, stopping.signal)).rejects.toThrow('aborted');
});
