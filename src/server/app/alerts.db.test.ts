import { beforeEach, describe, expect, it } from 'vitest';
import { createDelivery } from '#server/modules/mail/delivery.ts';
import { createMail } from '#server/modules/mail/mail.service.ts';
import { alerting, alertMails } from '#server/modules/quota/alerts.ts';
import { keyMails, keysEnding } from '#server/modules/tokens/key.alerts.ts';
import { type Caller, type Quota, type Spent, VISITOR } from '#server/platform/http/route.ts';
import type { Outgoing } from '#server/platform/mail/mailer.ts';
import { testDatabase } from '#test/support/database.ts';
import { silentLog } from '#test/support/log.ts';
import { runContext } from '#test/support/run-context.ts';

/** What users are told by mail of their quotas and the ends of their keys. */

const db = await testDatabase();
const publicUrl = 'https://films.example';
let at = '2026-11-24T12:00:00Z';
const now = () => new Date(at);
const mail = createMail({ isOn: true, now });
beforeEach(async () => {
  at = '2026-11-24T12:00:00Z';
  await db.query('truncate mail');
});

/** What is mailed, as a server would get it. */
const delivered = async (): Promise<readonly Outgoing[]> => {
  const sent: Outgoing[] = [];
  const mailer = {
    check: async () => null,
    send: async (letter: Outgoing) => ({ is: 'taken', n: sent.push(letter) }) as const,
  };
  const writers = [...alertMails({ publicUrl }), ...keyMails({ publicUrl })];
  await createDelivery({ db, mailer, writers, now, log: silentLog }).look();
  return sent.toSorted((a, b) => (a.subject < b.subject ? -1 : 1));
};
const waiting = async (): Promise<number> => (await db.query('select from mail where sent_at is null')).rowCount ?? 0;

describe('the quota of a day', () => {
  let remaining = 1_000;
  let limit = 1_000;
  const spent = (): Spent => ({
    granted: remaining > 0,
    headers: { 'X-RateLimit-Limit': `${limit}`, 'X-RateLimit-Remaining': `${remaining}` },
  });
  const quota: Quota = { spend: spent, refusal: () => (remaining > 0 ? null : spent()) };
  const names = new Map([[3, 'phone']]);
  const node = () =>
    alerting(quota, {
      ...{ db, mail, now, log: silentLog },
      whoIs: async (accountId, idKey) => ({
        email: `a${accountId}@example.org`,
        key: idKey === null ? null : (names.get(idKey) ?? null),
      }),
    });
  const caller: Caller = { ...VISITOR, tokenId: 5, accountId: null, limit: 1_000 };
  const person = async (): Promise<Caller> => {
    const { rows } = await db.query<{ id: number }>(
      `insert into account (email, role) values ('q' || gen_random_uuid() || '@example.org', 'USER') returning id`,
    );
    return { ...caller, accountId: rows[0]?.id ?? 0 };
  };

  it('is told at 80 % and at its end, once a day each, on whatever node', async () => {
    const who = await person();
    const [one, other] = [node(), node()];
    remaining = 201;
    await one.spend(who, 1);
    remaining = 200;
    await one.spend(who, 1);
    await expect.poll(waiting).toBe(1);
    await other.spend(who, 1);
    remaining = 0;
    await other.spend(who, 1);
    await expect.poll(waiting).toBe(2);
    one.refusal(who, 1);
    await one.spend(who, 1);
    const letters = await delivered();
    expect(letters.map(({ to, subject }) => [to, subject])).toEqual([
      [`a${who.accountId}@example.org`, '80 % of the requests of today are used'],
      [`a${who.accountId}@example.org`, 'The requests of today are used up'],
    ]);
    expect(letters[0]?.text).toContain('80 % of your 1,000 requests of 2026-11-24 (UTC) at films.example are used.');
    expect(letters[1]?.text).toContain('https://films.example/#/token');
    at = '2026-11-25T00:00:01Z';
    await one.spend(who, 1);
    await expect.poll(waiting).toBe(1);
  });

  it('of a key with a limit of its own is told by the name of the key', async () => {
    const who = { ...(await person()), key: { id: 3, limit: 50 } };
    [limit, remaining] = [50, 10];
    await node().spend(who, 1);
    await expect.poll(waiting).toBe(1);
    const [letter] = await delivered();
    expect(letter?.text).toContain('80 % of the 50 requests of the key phone');
    expect(letter?.text).toContain('https://films.example/#/keys');
    limit = 1_000;
  });

  it('is not told of visitors, nor of calls without a limit, nor where no mail is sent', async () => {
    remaining = 0;
    await node().spend(caller, 1);
    const free: Quota = { spend: () => ({ granted: true, headers: {} }), refusal: () => null };
    const parts = { db, now, log: silentLog, whoIs: async () => ({ email: 'a@example.org', key: null }) };
    await alerting(free, { ...parts, mail }).spend(await person(), 1);
    expect(alerting(quota, { ...parts, mail: createMail({ isOn: false, now }) })).toBe(quota);
    expect(await waiting()).toBe(0);
  });
});

describe('the end of a key', () => {
  const run = async () => {
    const { context, lines } = runContext();
    await keysEnding({ db, mail, now }).run({}, context);
    return lines;
  };

  it('is told within three days of it, once for each end; not of what is disabled, retired or over', async () => {
    const { rows } = await db.query<{ id: number }>(
      `insert into account (email, role) values ('keys@example.org', 'USER') returning id`,
    );
    const account = rows[0]?.id;
    const key = (name: string, expires: string, more = 'true, null') =>
      db.query(
        `insert into api_token (account_id, hash, sealed, name, first, expires_at, valid, retired_at)
          values ($1, $2::text::bytea, '', $2, false, $3, ${more})`,
        [account, name, expires],
      );
    await key('soon', '2026-11-27T11:59:00Z');
    await key('later', '2026-11-27T12:01:00Z');
    await key('over', '2026-11-24T11:59:00Z');
    await key('off', '2026-11-25T12:00:00Z', 'false, null');
    await key('gone', '2026-11-25T12:00:00Z', `true, '2026-11-24T00:00:00Z'`);
    expect(await run()).toEqual(['1 user told.']);
    expect(await run()).toEqual([]);
    const [letter, ...others] = await delivered();
    expect(others).toEqual([]);
    expect(letter).toMatchObject({ to: 'keys@example.org', subject: 'Your key soon ends soon' });
    expect(letter?.text).toContain('ends at 2026-11-27 11:59 UTC');
    await db.query(`update api_token set expires_at = '2026-11-26T00:00:00Z' where name = 'soon'`);
    expect(await run()).toEqual(['1 user told.']);
  });
});
