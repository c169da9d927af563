import { setTimeout } from 'node:timers/promises';
import { beforeAll, expect, it } from 'vitest';
import type { Executor } from '#server/platform/db/database.ts';
import { testDatabase } from '#test/support/database.ts';
import { buryActions } from './action.service.ts';
import { endAction, findHolding, findTold, insertAction } from './action.store.ts';

const db = await testDatabase();
let accountId = 0;
beforeAll(async () => {
  const { rows } = await db.query<{ id: number }>(
    `insert into account (email) values ('admin@long.example') returning id`,
  );
  accountId = rows[0]?.id ?? 0;
});

/** What the database would do for a question of the store. */
const planOf = async (ask: (tx: Executor) => Promise<unknown>): Promise<string> => {
  const lines: string[] = [];
  const query = async (text: string, values?: unknown[]) => {
    const { rows } = await db.query<{ 'QUERY PLAN': string }>(`explain ${text}`, values);
    lines.push(...rows.map((row) => row['QUERY PLAN']));
    return { rows: [] };
  };
  await ask({ query } as unknown as Executor);
  return lines.join('\n');
};

it('finds addresses in a long trail without a look at every row', async () => {
  await db.query(
    `insert into admin_action (at, account_id, call, about, sent, before, after, status, ip, request_id)
      select now(), $1, 'admin_user_role', record->>'email', record, record, record, 200, '::1', 'x'
      from generate_series(1, 5000) n, jsonb_build_object('email', 'user' || n || '@long.example', 'idToken', n) record`,
    [accountId],
  );
  await db.query('vacuum analyze admin_action');
  const told = await planOf((tx) => findTold(tx, [4711]));
  expect(told).toContain('admin_action_before_token');
  expect(told).toContain('admin_action_after_token');
  expect(told).not.toContain('Seq Scan on admin_action');
  const holding = await planOf((tx) => findHolding(tx, ['user4711@long.example', 'user4712@long.example']));
  expect(holding).toContain('admin_action_text');
  expect(holding).not.toContain('Seq Scan on admin_action');
  expect(await findTold(db, [4711])).toEqual([{ email: 'user4711@long.example', isHeld: false }]);
  expect(await findHolding(db, ['USER4711@long.example', 'us_r4712@long.example'])).toHaveLength(1);
});

it('keeps how an action has ended that ends while an address is buried', async () => {
  const email = 'gone@race.example';
  const record = JSON.stringify({ email });
  const id = await insertAction(db, {
    ...{ at: new Date(), accountId, call: 'admin_user_role', about: email, sent: record, before: record },
    ...{ ip: '::1', requestId: 'race' },
  });
  let burying: Promise<void> | undefined;
  await db.transaction(async (tx) => {
    await endAction(tx, id, { status: 200, after: record });
    burying = db.transaction((other) => buryActions(other, { accountId: 77, email, tokenIds: [] }));
    const waiting = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
    while ((await db.query(waiting)).rowCount === 0) await setTimeout(10);
  });
  await burying;
  const { rows } = await db.query('select about, status, sent, before, after from admin_action where id = $1', [id]);
  const buried = { email: 'deleted-77' };
  expect(rows).toEqual([{ about: 'deleted-77', status: 200, sent: buried, before: buried, after: buried }]);
});
