import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { peopleIn } from '#server/modules/tokens/people.fixture.ts';
import { testDatabase } from '#test/support/database.ts';
import { HOUR, startReceiver, webhooksOn } from './webhook.fixture.ts';

const db = await testDatabase();
const receiver = await startReceiver();
const people = peopleIn(db);
const { webhooks, log, round, later, write, clock, node, close } = webhooksOn(db, {
  friends: [receiver.host],
  mail: true,
});
afterAll(async () => {
  await close();
  await receiver.close();
});

let accountId = 0;
beforeEach(async () => {
  await db.query('truncate webhook, webhook_delivery, mail, notification');
  receiver.clear();
  receiver.answer(() => 204);
  clock.ms = Date.now();
  accountId = (await people.person()).accountId;
});

const { url } = receiver;
const made = (more: object = {}) => webhooks.make(accountId, { url, ...more });
const one = async () => (await webhooks.list(accountId))[0];
const logged = async (id: number) => (await log.list(accountId, id, null, { offset: 0, limit: 100 })).rows;
const told = () => receiver.got.map(({ event }) => `${event.type} ${event.data.imdbId}`);
const reasonOf = (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => 'none',
    (error: { reason?: string }) => error.reason ?? String(error),
  );

describe('webhooks that fail', () => {
  it('hold back a title of which an earlier change has failed, and nothing else', async () => {
    const { idWebhook } = await made();
    receiver.answer(({ event }) => (event.data.imdbId === 'tt0000001' ? 500 : 204));
    const [first] = await write([1, 2, 1, 3]);
    await round();
    expect(told().sort()).toEqual(['movie.update tt0000001', 'movie.update tt0000002', 'movie.update tt0000003']);
    receiver.answer(() => 204);
    later(10_000);
    await round();
    const ofFirst = receiver.got.filter(({ event }) => event.data.imdbId === 'tt0000001');
    expect(ofFirst).toHaveLength(3);
    expect(ofFirst[0]?.id).toBe(ofFirst[1]?.id);
    expect((await logged(idWebhook)).find(({ idChange }) => idChange === first)).toMatchObject({
      state: 'sent',
      attempts: 2,
    });
  });

  it('are asked with one delivery at a time once they fail, and told everything when they are back', async () => {
    await made();
    receiver.answer(() => 503);
    await write([1, 2, 3, 4, 5, 6]);
    await round();
    expect((await one())?.status).toBe('FAILING');
    const tries = receiver.got.length;
    await round();
    expect(receiver.got).toHaveLength(tries);
    later(2 * HOUR);
    await round();
    expect(receiver.got).toHaveLength(tries + 1);
    receiver.answer(() => 204);
    later(2 * HOUR);
    await round();
    expect(await one()).toMatchObject({ status: 'ACTIVE', waiting: 0, failed: 0 });
  });

  it('give a delivery up after three days while others succeed, and send it again when told to', async () => {
    const { idWebhook } = await made();
    receiver.answer(({ event }) => (event.data.imdbId === 'tt0000001' ? 400 : 204));
    const [first = 0] = await write([1]);
    for (let at = 0; at < 80; at += 2) {
      await write([2]);
      await round();
      later(2 * HOUR);
    }
    expect(await one()).toMatchObject({ status: 'ACTIVE', waiting: 0, failed: 1 });
    receiver.answer(() => 204);
    expect(await webhooks.redeliverFailed(accountId, idWebhook)).toBe('1 delivery is sent again');
    await round();
    expect(await one()).toMatchObject({ failed: 0, waiting: 0 });
    await webhooks.redeliver(accountId, idWebhook, first);
    receiver.clear();
    await round();
    expect(told()).toEqual(['movie.update tt0000001']);
    expect(await reasonOf(webhooks.redeliver(accountId, idWebhook, 999_999))).toBe('delivery_unknown');
  });

  it.each([
    ['gone', 410, 1],
    ['failing', 500, 100],
  ])('are disabled when they are %s, keep what waits, and go on from there', async (why, status, rounds) => {
    const { idWebhook } = await made();
    receiver.answer(() => status);
    await write([1, 2]);
    for (let at = 0; at < rounds; at++) {
      await round();
      later(HOUR);
    }
    expect(await one()).toMatchObject({ status: 'DISABLED', why });
    const { rows } = await db.query<{ data: object }>(`select data from mail where kind = 'webhook_disabled'`);
    expect(rows).toEqual([{ data: { id: idWebhook, host: receiver.host, why } }]);
    const notices = await db.query<{ detail: string }>('select detail from notification');
    expect(notices.rows.map(({ detail }) => detail).join()).toContain(`account ${accountId}`);
    await write([3]);
    receiver.clear();
    receiver.answer(() => 204);
    later(24 * HOUR);
    await round();
    expect(receiver.got).toEqual([]);
    expect(await reasonOf(webhooks.redeliverFailed(accountId, idWebhook))).toBe('webhook_disabled');
    await webhooks.enable(accountId, idWebhook);
    await round();
    expect(new Set(told())).toEqual(
      new Set(['movie.update tt0000001', 'movie.update tt0000002', 'movie.update tt0000003']),
    );
  });

  it('are taken over when the node that was at them is gone, and by nobody before', async () => {
    await made();
    await write([1, 1]);
    const dead = node();
    let cut = (): void => {};
    const reached = new Promise<void>((resolve) => {
      receiver.answer(() => {
        resolve();
        return undefined;
      });
      cut = () => resolve();
    });
    dead.start();
    await reached;
    cut();
    // It dies before it has noted anything.
    await dead.stop(0);
    await db.query(`update webhook set hold = gen_random_uuid(), look_at = $1`, [new Date(clock.ms + 30_000)]);
    receiver.clear();
    receiver.answer(() => 204);
    await round();
    expect(receiver.got).toEqual([]);
    later(30_000);
    await round();
    expect((await one())?.waiting).toBe(0);
    expect(receiver.got).toHaveLength(2);
  });

  it('have as many deliveries written as they have room for, and the rest follows', async () => {
    await made();
    receiver.answer(() => 503);
    await write(Array.from({ length: 1_300 }, (_, at) => at + 1));
    await round();
    expect((await one())?.waiting).toBeLessThan(1_300);
    receiver.answer(() => 204);
    later(2 * HOUR);
    await round();
    expect(new Set(told()).size).toBe(1_300);
    expect(await one()).toMatchObject({ waiting: 0 });
  });
});
