import { setTimeout as pause } from 'node:timers/promises';
import type { Seen } from './client.ts';
import type { People } from './people.ts';
import type { Purchase } from './purchases.ts';
import type { Stack } from './stack.ts';

/** What stands in the tables afterwards, held against what callers were told. */

/** Ms before a kill whose answers may be missing in the audit: what the documentation says. */
const WINDOW_MS = 250;
/** Ms that a batch may take to be written on a slow machine: what is missing from then is late, not lost for another reason. */
const WRITING_MS = 2_000;
/** Ms for which an answer that has left a node may be on its way to us, who have much to do; no node is back sooner. */
const LATE_MS = 1_000;
/** Ms by which clocks of nodes may be off. */
const CLOCKS_MS = 10_000;
type Query = Stack['primary']['query'];

export interface Kill {
  readonly node: string;
  readonly at: number;
}

/**
 * Notes how runs of tasks stand, each time that it changes: by a trigger of our own, which the product knows nothing of. In a
 * schema of our own, since backups hold every table of the product's.
 */
export const keepRunBook = async (query: Query): Promise<void> => {
  await query('create schema chaos');
  await query(
    `create table chaos.run (id bigserial, run_id bigint, status text, node integer, at timestamptz default clock_timestamp())`,
  );
  await query(`create function chaos.run() returns trigger language plpgsql as $$ begin
      if tg_op = 'INSERT' or new.status <> old.status then
        insert into chaos.run (run_id, status, node) values (new.id, new.status::text, new.node);
      end if;
      return null; end $$`);
  await query('create trigger chaos_run after insert or update on task_run for each row execute function chaos.run()');
};

export interface TaskFigures {
  readonly runs: number;
  /** Runs that were begun more often than they were put into the queue. */
  readonly twice: number;
  /** Slots that neither ran nor count as missed. */
  readonly lost: number;
  readonly missed: number;
  /** Runs that have not ended. */
  readonly open: number;
}

export interface CronTask {
  readonly id: number;
  /** Seconds. */
  readonly every: number;
  readonly first: number;
}

export const taskFigures = async (query: Query, since: number, crons: readonly CronTask[]): Promise<TaskFigures> => {
  const began = new Date(since);
  const number = async (text: string, given: unknown[] = []): Promise<number> =>
    Number((await query<{ n: string }>(text, given))[0]?.n ?? 0);
  let [lost, missed] = [0, 0];
  for (const { id, every, first } of crons) {
    // A slot that has just come may be noted with the next look.
    const slots = await number(
      `select round((extract(epoch from next_at) * 1000 - $2) / $3) - missed
          - (select count(*) from task_run r where r.task_id = task.id and slot is not null) as n from task where id = $1`,
      [id, first, every * 1_000],
    );
    lost += Math.abs(slots);
    missed += await number('select missed as n from task where id = $1', [id]);
  }
  return {
    ...{ lost, missed },
    runs: await number('select count(*) as n from task_run where asked_at >= $1', [began]),
    twice: await number(`select count(*) as n from (select run_id from chaos.run group by run_id
        having count(*) filter (where status = 'EXECUTING') > greatest(count(*) filter (where status = 'READY'), 1)) as t`),
    open: await number(
      `select count(*) as n from task_run where status in ('EXECUTING', 'CANCELLING') and started_at < now() - interval '30 s'`,
    ),
  };
};

export interface AuditFigures {
  readonly answered: number;
  /** Beyond what a kill may take. */
  readonly missing: number;
  /** Within the moment before a kill, and before that while a batch may still have been on its way. */
  readonly inWindow: number;
  readonly onItsWay: number;
  readonly double: number;
}

interface Reading {
  /** Ms for which the audit may write what it has kept in files. */
  readonly settle?: number;
  readonly say?: (line: string) => void;
}

/** Waits until all that was answered is there, or for so long that it will not come. */
export const auditFigures = async (
  query: Query,
  seen: readonly Seen[],
  kills: readonly Kill[],
  { settle = 30_000, say = () => {} }: Reading = {},
): Promise<AuditFigures> => {
  const answered = seen.filter(({ requestId, path }) => requestId && path.startsWith('/api/'));
  const first = seen.reduce((least, { sentAt }) => Math.min(least, sentAt), Number.POSITIVE_INFINITY);
  const since = new Date(first - CLOCKS_MS);
  const isTaken = (before: number, { node, sentAt, ms }: Seen): boolean =>
    kills.some((kill) => kill.node === node && sentAt + ms >= kill.at - before && sentAt + ms <= kill.at + LATE_MS);
  for (const began = performance.now(); ; await pause(1_000)) {
    const rows = await query<{ id: string; n: string }>(
      'select request_id as id, count(*) as n from audit where at >= $1 group by request_id',
      [since],
    );
    const book = new Map(rows.map(({ id, n }) => [id, Number(n)]));
    const gone = answered.filter(({ requestId = '' }) => !book.has(requestId));
    const missing = gone.filter((one) => !isTaken(WRITING_MS, one));
    const inWindow = gone.filter((one) => isTaken(WINDOW_MS, one)).length;
    if (missing.length > 0 && performance.now() - began < settle) continue;
    for (const { requestId, kind, status, node, sentAt, ms } of missing.slice(0, 5))
      say(
        `  missing: ${requestId}, ${kind} ${status} of ${node}, ${new Date(sentAt).toISOString()} + ${Math.round(ms)} ms`,
      );
    return {
      ...{ answered: answered.length, missing: missing.length, inWindow },
      onItsWay: gone.length - missing.length - inWindow,
      double: [...book.values()].filter((n) => n > 1).length,
    };
  }
};

export interface MoneyFigures {
  readonly begun: number;
  /** Came to their end for the buyer and not in the books. */
  readonly lost: number;
  /** Purchases of one name, captures or grants of one purchase, beyond the first. */
  readonly doubled: number;
}

export const moneyFigures = async (query: Query, purchases: readonly Purchase[]): Promise<MoneyFigures> => {
  const rows = await query<{ key: string; status: string; grants: string; granted: string }>(
    `select idempotency_key as key, u.status,
        (select count(*) from plan_grant g join payment p on p.id = g.payment_id where p.purchase_id = u.id) as grants,
        (select count(*) from purchase_event where purchase_id = u.id and what = 'GRANTED') as granted
      from purchase u where idempotency_key = any($1::text[])`,
    [purchases.map(({ key }) => key)],
  );
  const named = new Set(rows.map(({ key }) => key));
  const sold = new Set(rows.filter(({ status }) => status === 'COMPLETED').map(({ key }) => key));
  const twice = rows.filter(({ grants, granted }) => Number(grants) > 1 || Number(granted) > 1).length;
  return {
    begun: purchases.length,
    lost: purchases.filter(({ key, done }) => done && !sold.has(key)).length,
    doubled: rows.length - named.size + twice,
  };
};

/** Edits that were acknowledged and do not stand: neither they nor one that was sent after them. */
export const lostEdits = async (query: Query, people: People): Promise<number> => {
  const rows = await query<{ email: string; value: number }>(
    'select email, max_requests as value from account where email = any($1::text[])',
    [people.edited.map(({ email }) => email)],
  );
  const values = new Map(rows.map(({ email, value }) => [email, Number(value)]));
  return people.edited.filter(({ email, acknowledged, sent }) => {
    const value = values.get(email) ?? 0;
    return value < acknowledged || value > sent;
  }).length;
};
