import { testTable } from '#server/modules/logs/logs.fixture.ts';
import { notify } from '#server/modules/notifications/notification.service.ts';
import type { Database } from '#server/platform/db/database.ts';
import { STORABLE_TEXTS } from '#test/support/hostile.ts';
import { userInfo } from './admin.support.ts';
import { movieData, nameData, openRecords, PERSON, SERIES } from './records.support.ts';
import { tasksOf } from './runs.support.ts';
import { storedTask } from './tasks.support.ts';

/** A back-office that has been used for long, by friends and strangers: every screen has something to show. */

const LONG = `No/${'way'.repeat(60)}`;
const STATES = [
  ['READY', 'REINDEX'],
  ['WAITING', 'RATINGS'],
  ['EXECUTING', 'CAROUSEL'],
  ['CANCELLING', 'EXPORT_CATALOGUE'],
  ['CANCELLED', 'CAROUSEL'],
  ['FINISHED', 'CAROUSEL'],
  ['ERROR', 'CAROUSEL'],
] as const;
const LEVELS = [20, 30, 40, 50, 60];
const EMAIL = `${'a-very-long-name.'.repeat(3)}somebody@${'sub.'.repeat(8)}example.org`;
const V6 = '2001:0db8:85a3:1234:5678:8a2e:0370:7334';

const logged = async (db: Database): Promise<void> => {
  const { table, say } = testTable(db, { folder: '/nowhere' });
  const ago = (minutes: number): string => new Date(Date.now() - minutes * 60_000).toISOString();
  say(
    ...Array.from({ length: 60 }, (_, each) => ({
      ...{ at: ago(60 - each), text: `The import has read ${each},000 rows of title.basics.tsv.gz` },
      level: LEVELS[each % 5] ?? 30,
    })),
    ...STORABLE_TEXTS.map((text) => ({ at: ago(0), text })),
    {
      at: ago(0),
      text: `${LONG} ${'word '.repeat(300)}`,
      level: 50,
      requestId: 'mia1-4711',
      category: 'user',
      run: 77,
    },
  );
  await table.flush();
};

const told = async (db: Database): Promise<void> => {
  for (const level of ['INFO', 'WARN', 'ERROR'] as const) {
    for (let each = 1; each <= 8; each += 1)
      await notify(db, { message: `The task Ratings has failed ${each} times`, level });
    await notify(db, { message: `${level}: ${LONG}`, detail: `${LONG} ${'word '.repeat(80)}`, level });
  }
  await db.query('update notification set read = true where id % 3 = 0');
};

const wanted = (db: Database): Promise<unknown> =>
  db.query(
    `insert into manual_update (imdb_id, immediately, only_index, result, asked, waiting, processed_at)
      select 'tt' || (8000000 + i), i % 2 = 0, i % 3 = 0,
          case i % 4 when 0 then 'OK' when 1 then $1 when 2 then 'No source that was asked knows it' end, i * 999, i % 8 = 3,
          case when i % 4 < 3 then now() end
        from generate_series(1, 25) i`,
    [`${LONG} ${'No source knows it. '.repeat(20)}`],
  );

/** Tasks in every state with runs in every state: the id of the first. */
const worked = async (db: Database): Promise<number> => {
  const { run, say } = tasksOf(db);
  const id = await storedTask(db, {
    name: `An/${'endless'.repeat(13)}`,
    cron: '0 4 * * 1-5',
    active: true,
    favorite: true,
  });
  for (let each = 0; each < 22; each += 1)
    await run(id, { status: 'FINISHED', processed: 999 * each, total: 98_765, took: each * each });
  await run(id, { status: 'CANCELLED', processed: 123_456_789 });
  const failed = await run(id, {
    status: 'ERROR',
    error: `${LONG} ${'word '.repeat(40)}`,
    lines: [LONG, 'Reads title.basics.tsv.gz'],
  });
  await say(failed, ['It is shorter than it says'], 'WARN');
  await say(failed, STORABLE_TEXTS.slice(0, 6), 'ERROR');
  // One run of a type goes at a time.
  for (const [status, type] of STATES) {
    const task = await storedTask(db, {
      name: `Task that is ${status}`,
      type,
      cron: '*/5 * * * *',
      parent: id,
      missed: 12,
    });
    await run(task, {
      ...{ status, processed: 1_234, total: 98_765, began: 3_700 },
      ...(status === 'WAITING' && { waitsFor: 'It waits for the import of the datasets' }),
      lines: ['Reads the votes', `Draws ${LONG}`],
    });
  }
  return id;
};

/** Changes of the configuration, which are its history, and a key of somebody's own. */
const configured = async (db: Database): Promise<void> => {
  await db.query(
    `insert into configuration (key, value1, value2, description) values ('A_${'LONG_'.repeat(14)}KEY', $1, 'second', $1)`,
    [`${LONG} ${'value '.repeat(80)}`],
  );
  await db.query(`update configuration set value1 = '45' where key = 'AUDIT_DAYS'`);
};

/** The product with all of it, and the addresses at which its screens show it. */
export const openFilled = async (db: Database) => {
  const at = await openRecords(db);
  await at.product.tasks.engine.tasks.ensureFirst();
  await db.query('truncate notification');
  await logged(db);
  await told(db);
  await wanted(db);
  await configured(db);
  const task = await worked(db);
  const token = await at.person(EMAIL, 1_000_000);
  for (const ip of [V6, '192.0.2.77']) await at.counted(EMAIL, ip, 1_234_567);
  const edited = async (id: string, part: string, value: unknown): Promise<void> => {
    const [{ version }] = (await at.inject('GET', `imdb/${id}/editor?parts=${part}`)).data;
    await at.inject('PATCH', `imdb/${id}`, { changes: [{ part, version, value }] });
  };
  await edited(SERIES, 'year', 1982);
  await at.inject('POST', 'logging', { packageName: 'kinodex.audit', level: 'DEBUG' });
  await at.ask(token);
  const about: Readonly<Record<string, string>> = {
    '/admin/audit-requests': '/admin/audit-requests?clients=requests',
    '/admin/movie-data': movieData(SERIES),
    '/admin/name-data': nameData(PERSON),
    '/admin/user-info': userInfo(EMAIL, await at.idOf(token)),
    '/admin/tasks/runs': `/admin/tasks/runs?id=${task}`,
    '/admin/tasks/detail': `/admin/tasks/detail?id=${task}`,
  };
  return { ...at, about };
};

export type Filled = Awaited<ReturnType<typeof openFilled>>;
