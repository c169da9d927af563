import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { failureOf, peopleIn } from '#server/modules/tokens/people.fixture.ts';
import { testDatabase } from '#test/support/database.ts';
import { type Got, HOUR, startReceiver, webhooksOn } from './webhook.fixture.ts';

const db = await testDatabase();
const receiver = await startReceiver();
const people = peopleIn(db);
const { webhooks, log, round, later, write, clock, close } = webhooksOn(db, {
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
const logged = async (id: number) => (await log.list(accountId, id, null, { offset: 0, limit: 100 })).rows;
const told = () => receiver.got.map(({ event }) => `${event.type} ${event.data.imdbId}`);
const reasonOf = (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => 'none',
    (error: { reason?: string }) => error.reason ?? String(error),
  );

describe('webhooks', () => {
  it('are told of what changes from when they are made, signed, once, in order', async () => {
    await write([1]);
    const { idWebhook, secret } = await made();
    expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
    const ids = await write([5, 4, 5]);
    await round();
    expect(told().sort()).toEqual(['movie.update tt0000004', 'movie.update tt0000005', 'movie.update tt0000005']);
    for (const got of receiver.got) {
      expect(receiver.verified(got, secret)).toEqual(got.event);
      expect(got.event.timestamp).toBe((got.event.data as unknown as { date: string }).date);
    }
    const [first] = receiver.got as [Got];
    expect(() => receiver.verified({ ...first, body: '{}' }, secret)).toThrow();
    await round();
    expect(receiver.got).toHaveLength(3);
    const rows = await logged(idWebhook);
    expect(rows.map(({ idChange, state, code, attempts }) => [idChange, state, code, attempts])).toEqual(
      ids.toReversed().map((id) => [id, 'sent', 204, 1]),
    );
    expect(new Set(rows.map(({ webhookId }) => webhookId))).toEqual(new Set(receiver.got.map(({ id }) => id)));
  });

  it('are told of what passes their filter only', async () => {
    await made({ ids: ['tt0000007', 'nm0000001'] });
    await made({ actions: ['delete'] });
    await made({ kinds: ['name'] });
    await write([7, 8]);
    await write([7, 9], 'delete');
    await round();
    expect(told().sort()).toEqual([
      'movie.delete tt0000007',
      'movie.delete tt0000007',
      'movie.delete tt0000009',
      'movie.update tt0000007',
    ]);
  });

  it('say what is wrong with what is asked for', async () => {
    expect(await reasonOf(made({ url: 'nonsense' }))).toBe('invalid_body');
    expect(await reasonOf(made({ ids: ['tt1'] }))).toBe('invalid_body');
    const { idWebhook } = await made();
    await Promise.allSettled(Array.from({ length: 5 }, () => made()));
    expect(await webhooks.list(accountId)).toHaveLength(3);
    expect(await reasonOf(made())).toBe('webhooks_full');
    const stranger = (await people.person()).accountId;
    for (const work of [
      () => webhooks.change(stranger, idWebhook, { url }),
      () => webhooks.remove(stranger, idWebhook),
      () => webhooks.rotate(stranger, idWebhook),
      () => webhooks.enable(stranger, idWebhook),
      () => webhooks.test(stranger, idWebhook),
      () => webhooks.redeliver(stranger, idWebhook, 1),
      () => webhooks.redeliverFailed(stranger, idWebhook),
      () => log.list(stranger, idWebhook, null, { offset: 0, limit: 1 }),
    ])
      expect(await reasonOf(work())).toBe('webhook_unknown');
  });

  it('sign with the secret before too, for a day', async () => {
    const { idWebhook, secret: first } = await made();
    const { secret: second } = await webhooks.rotate(accountId, idWebhook);
    await write([1]);
    await round();
    for (const secret of [first, second]) expect(receiver.verified(receiver.got[0] as never, secret)).toBeTruthy();
    // Whoever was promised a day has it, however often it is replaced meanwhile.
    const { secret: third } = await webhooks.rotate(accountId, idWebhook);
    await write([2]);
    await round();
    for (const secret of [first, second, third])
      expect(receiver.verified(receiver.got[1] as never, secret)).toBeTruthy();
    const kept = clock.ms;
    later(24 * HOUR);
    const { ok } = await webhooks.test(accountId, idWebhook);
    expect(ok).toBe(true);
    expect(receiver.got[2]?.headers['webhook-signature']?.split(' ')).toHaveLength(1);
    clock.ms = kept;
    const { rows } = await db.query<{ kept: string }>("select encode(sealed, 'escape') as kept from webhook");
    expect(rows[0]?.kept).not.toContain(second.slice(6, 20));
  });

  it.each(['https://localhost./', 'https://kinodex.local/', 'https://./', 'https://nowhere/', 'https://a.internal/'])(
    'do not lead to %s',
    async (url) => expect(await reasonOf(webhooks.make(accountId, { url }))).toBe('invalid_body'),
  );

  it.each([
    ['nonsense', 'must be an address such as https://example.org/changes'],
    ['http://hooks.example/', 'must begin with https://'],
    ['ftp://hooks.example/', 'must begin with https://'],
    ['https://me:secret@hooks.example/', 'must not hold a user name or a password'],
    ['https://me@10.0.0.1/', 'must not hold a user name or a password'],
    ['https://hooks.example:8443/', 'must be at the usual port: leave it out'],
    ['https://10.0.0.1/', 'must lead to a public address'],
    ['https://[::1]/', 'must lead to a public address'],
    ['https://printer.local/', 'must lead to a public address'],
  ])('say why they do not lead to %s', async (url, message) => {
    const { reason, details } = await failureOf(() => webhooks.make(accountId, { url }));
    expect([reason, details]).toEqual(['invalid_body', [{ field: 'url', message }]]);
  });

  it('say no more of a name that means a private address than of the address', async () => {
    const inside = webhooksOn(db, { found: ['93.184.216.34', '10.1.2.3'] });
    const { details } = await failureOf(() => inside.webhooks.make(accountId, { url: 'https://hooks.example/' }));
    expect(details).toEqual([{ field: 'url', message: 'must lead to a public address' }]);
    await inside.close();
  });

  it('of an account that is to be deleted are neither changed nor tested', async () => {
    const { idWebhook } = await made();
    const leaving = webhooksOn(db, { friends: [receiver.host], waits: 'LEAVING' });
    for (const work of [
      () => leaving.webhooks.rotate(accountId, idWebhook),
      () => leaving.webhooks.enable(accountId, idWebhook),
      () => leaving.webhooks.test(accountId, idWebhook),
      () => leaving.webhooks.change(accountId, idWebhook, { url }),
    ])
      expect(await reasonOf(work())).toBe('account_leaving');
    await leaving.close();
    expect(receiver.got).toEqual([]);
  });

  it('are sent nothing while their owner may not have anything sent', async () => {
    await made();
    await db.query('update account set disabled_at = now() where id = $1', [accountId]);
    await write([1]);
    await round();
    expect(receiver.got).toEqual([]);
    await db.query('update account set disabled_at = null where id = $1', [accountId]);
    await round();
    expect(receiver.got).toHaveLength(1);
  });

  it('are tested at once, ten times a minute', async () => {
    const { idWebhook, secret } = await made();
    const all = await Promise.all(Array.from({ length: 12 }, () => reasonOf(webhooks.test(accountId, idWebhook))));
    expect(all.filter((reason) => reason === 'too_many_tries')).toHaveLength(2);
    expect(receiver.verified(receiver.got[0] as never, secret)).toMatchObject({ type: 'webhook.test' });
    expect(await logged(idWebhook)).toEqual([]);
  });

  it('are not made for a private address, also one behind a name, nor by who may not call', async () => {
    const asked = { url: 'https://hooks.example/' };
    const madeWith = (means: object) => {
      const one = webhooksOn(db, means);
      return reasonOf(one.webhooks.make(accountId, asked)).finally(one.close);
    };
    expect(await madeWith({})).toBe('none');
    expect(await madeWith({ found: ['93.184.216.34', '10.0.0.1'] })).toBe('invalid_body');
    expect(await madeWith({ found: ['::1'] })).toBe('invalid_body');
    expect(await madeWith({ waits: 'UNCONFIRMED' })).toBe('address_unconfirmed');
    expect(await madeWith({ waits: 'LEAVING' })).toBe('account_leaving');
  });

  it('whose name turns private are sent nothing, and tell why', async () => {
    const turned = webhooksOn(db, {
      resolve: ((_: string, __: unknown, done: (error: null, found: object[]) => void) =>
        done(null, [{ address: '127.0.0.1', family: 4 }])) as never,
    });
    const { idWebhook } = await turned.webhooks.make(accountId, { url: 'https://hooks.example/' });
    await turned.write([1]);
    await turned.round();
    expect((await logged(idWebhook))[0]).toMatchObject({ state: 'waiting', attempts: 1, code: null });
    expect((await logged(idWebhook))[0]?.problem).toContain('private network');
    await turned.close();
  });
});
