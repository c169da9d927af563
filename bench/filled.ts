/** The product with tables of the log and of the audit at size. */
import { join } from 'node:path';
import type { Database } from '#server/platform/db/database.ts';
import { migrate } from '#server/platform/db/migrate.ts';
import { openDatabase } from '#server/platform/db/open.ts';
import { fillAudit, makeDays } from './fill-audit.ts';
import { fillLogs } from './fill-logs.ts';
import type { Product } from './import-product.ts';
import { log } from './log.ts';

/** The first administrator's; the bench sets it before the first start. */
export const PASSWORD = 'a password of the bench';
export const LOG_DAYS = 20;
const DAY_MS = 86_400_000;

/** The days of audited requests, YYYY-MM-DD: those before today. */
export const auditDays = (now: Date): readonly string[] =>
  [4, 3, 2, 1].map((back) => new Date(now.getTime() - back * DAY_MS).toISOString().slice(0, 10));

interface Filling {
  readonly total: number;
  /** Lines of the log where they are not as many as requests. */
  readonly logs?: number;
  readonly notifications?: number;
  readonly now?: Date;
  readonly say: (text: string) => void;
}

/** So many notifications, of which three of four are read. */
const fillNotifications = async (db: Database, total: number): Promise<void> => {
  const client = await db.pool.connect();
  try {
    await client.query('set statement_timeout = 0; set synchronous_commit = off');
    await client.query(
      `insert into notification (message, detail, level, read)
        select 'Import number ' || i || ' has ended', md5(i::text), case when i % 100 = 0 then 'ERROR' else 'INFO' end,
          i % 4 > 0 from generate_series(1, $1::bigint) i`,
      [total],
    );
    await client.query('vacuum analyze notification');
  } finally {
    client.release(true);
  }
};

/** So many lines of the log and as many audited requests, in the database of a data folder. */
export const fillBoth = async (
  folder: string,
  { total, logs = total, notifications = 0, now = new Date(), say }: Filling,
): Promise<void> => {
  const db = await openDatabase({ dataFolder: folder, dataFolderPinned: true, log, role: 'serve', poolSize: 4 });
  try {
    await migrate(db.pool, join(import.meta.dirname, '..', 'migrations'));
    const began = performance.now();
    if (logs > 0) await fillLogs(db, { total: logs, days: LOG_DAYS, now, say });
    const days = auditDays(now);
    await makeDays(db, days);
    await fillAudit(db, { total, days, say });
    if (notifications > 0) await fillNotifications(db, notifications);
    say(`filled in ${((performance.now() - began) / 1_000).toFixed(0)} s`);
  } finally {
    await db.close();
  }
};

/** The session token of the first administrator. */
export const signIn = async ({ origin }: Product): Promise<string> => {
  const body = JSON.stringify({ email: 'admin@kinodex.local', password: PASSWORD });
  const headers = { 'Content-Type': 'application/json' };
  const answer = await fetch(`${origin}/api/auth/signin`, { method: 'POST', headers, body });
  return ((await answer.json()) as { readonly data: { readonly token: string } }).data.token;
};
