import { beforeEach, expect, it } from 'vitest';
import { type Caller, type Quota, VISITOR } from '#server/platform/http/route.ts';
import { testDatabase } from '#test/support/database.ts';
import { silentLog } from '#test/support/log.ts';
import { accountHooks } from './account-hooks.ts';
import { watchConditions } from './conditions.ts';
import { tellSources } from './source-notice.ts';
import { tellingSpent } from './spent-notice.ts';

/** What tells administrators beside the steps that tell of themselves. */

const db = await testDatabase();
beforeEach(() => db.query('truncate notification, notification_held'));
const told = async () =>
  (
    await db.query<{ message: string; detail: string | null }>('select message, detail from notification order by id')
  ).rows.map(({ message, detail }) => `${message}: ${detail}`);

it('the requests of a token that are used up are told once a day, on whatever node; a dear batch is not', async () => {
  let day = '2026-11-24';
  const remaining = { left: '0' };
  const spent = () => ({ granted: false, headers: { 'X-RateLimit-Remaining': remaining.left } });
  const quota: Quota = { spend: spent, refusal: spent };
  const node = () => tellingSpent(quota, { db, now: () => new Date(`${day}T12:00:00Z`), log: silentLog });
  const [one, other] = [node(), node()];
  const caller: Caller = { ...VISITOR, tokenId: 5, accountId: 7, limit: 1_000 };
  remaining.left = '3';
  await one.spend(caller, 20);
  remaining.left = '0';
  await one.spend(caller, 1);
  await expect
    .poll(told)
    .toEqual(['The requests of a token are used up: Token 5 of account 7: 1000 requests on 2026-11-24.']);
  one.refusal(caller, 1);
  await other.spend(caller, 1);
  await other.spend({ ...caller, tokenId: 6 }, 1);
  await expect.poll(async () => (await told()).length).toBe(2);
  day = '2026-11-25';
  await one.spend(caller, 1);
  await expect.poll(async () => (await told()).length).toBe(3);
});

it('a disk that is nearly full and a clock that is wrong are told once until they are better', async () => {
  let disk: 'roomy' | 'low' = 'low';
  let off = 0;
  const watched = { disk: () => disk, now: () => new Date(0), necessary: db.necessary };
  const parts = { db: watched, log: silentLog, nodeNow: () => off, node: 'node-1' };
  const [one, restarted] = [watchConditions(parts), watchConditions(parts)];
  await one.look();
  await one.look();
  await restarted.look();
  expect(await told()).toEqual([
    'The disk is nearly full: The database takes only what is necessary until there is more room on its disk.',
  ]);
  disk = 'roomy';
  off = -90_000;
  await one.look();
  disk = 'low';
  await one.look();
  expect((await told()).slice(1)).toEqual([
    "The clock of a node is wrong: The clock of node-1 is 90 seconds behind the database's, which counts.",
    expect.stringMatching(/^The disk is nearly full/),
  ]);
  await one.stop();
  await restarted.stop();
});

it('a source that fails is told once, and again an hour later at the soonest', async () => {
  const ask = (outcome: 'told' | 'failed' | 'not_set_up') =>
    tell({ source: 'tmdb', outcome, message: 'tmdb does not answer', retryAfter: null, fetched: null });
  const tell = tellSources({ db, log: silentLog });
  for (const outcome of ['told', 'failed', 'failed', 'not_set_up', 'told', 'failed'] as const) await ask(outcome);
  expect(await told()).toEqual(['The source tmdb fails: tmdb does not answer.']);
  await db.query(`update notification_held set at = at - interval '61 minutes'`);
  for (const outcome of ['told', 'failed'] as const) await ask(outcome);
  expect((await told()).length).toBe(2);
});

it('a new user is told by the id of the account; one that an operator makes is not', async () => {
  const ignore = async () => {};
  const hooks = accountHooks({
    plans: { grantFree: ignore, bury: ignore },
    tokens: { issue: async () => '', bury: async () => [] },
    mail: { bury: ignore },
  });
  await db.transaction((tx) => hooks.onNew(tx, 8, null));
  await db.transaction((tx) => hooks.onNew(tx, 9, '192.0.2.1'));
  expect(await told()).toEqual(['A new user has registered: Account 9.']);
});
