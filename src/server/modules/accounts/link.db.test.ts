import { beforeEach, describe, expect, it } from 'vitest';
import { createDelivery } from '#server/modules/mail/delivery.ts';
import type { Outgoing } from '#server/platform/mail/mailer.ts';
import { testDatabase } from '#test/support/database.ts';
import { silentLog } from '#test/support/log.ts';
import { accountMails } from './account.mails.ts';
import { accountsOn, callerOf, failureOf, MINUTE } from './accounts.fixture.ts';

const db = await testDatabase();
const HOUR = 60 * MINUTE;
const PASSWORD = 'correct horse';
const NEXT = 'battery staple';
const IP = '192.0.2.1';
const publicUrl = 'https://films.example';

let kit = accountsOn(db);
let email = '';
let made = 0;
const sent: Outgoing[] = [];
beforeEach(async () => {
  await db.query('truncate mail, account_link, tries');
  kit = accountsOn(db);
  email = `forgetful-${++made}@example.org`;
  await kit.accounts.createUser({ email, password: PASSWORD, admin: false });
});

/** What is mailed, as a server would get it. */
const delivered = async (): Promise<readonly Outgoing[]> => {
  sent.splice(0);
  const mailer = {
    check: async () => null,
    send: async (mail: Outgoing) => ({ is: 'taken', n: sent.push(mail) }) as const,
  };
  const writers = accountMails({ publicUrl, now: kit.now });
  await createDelivery({ db, mailer, writers, now: kit.now, log: silentLog }).look();
  return sent.toSorted((a, b) => (a.subject < b.subject ? -1 : 1));
};
const linkIn = (text = ''): string => new URLSearchParams(/#\/\w+\?(\S+)/.exec(text)?.[1]).get('link') ?? '';
const mailedLink = async (): Promise<string> => {
  await kit.accounts.forgot({ email, ip: IP });
  return linkIn((await delivered()).at(0)?.text);
};
const use = (link: string, who = email, ip = IP) =>
  kit.accounts.usePasswordLink({ email: who, link, password: NEXT, confirmPassword: NEXT, ip });
const signIn = (password: string, who = email) => kit.accounts.signIn({ email: who, password, ip: IP });
const refused = { reason: 'link_invalid', status: 403 };

describe('a forgotten password', () => {
  it('is chosen anew by a link that is mailed, which ends all sessions and is told', async () => {
    const { token } = await signIn(PASSWORD);
    const link = await mailedLink();
    expect(link).toMatch(/^[\w-]{32}$/);
    expect(sent.map(({ to, subject, text }) => [to, subject, text.includes(`${publicUrl}/#/reset?`)])).toEqual([
      [email, 'Choose a new password', true],
    ]);
    await kit.accounts.checkPasswordLink({ email, link, ip: IP });
    expect(await use(link)).toBe('Password updated');
    expect(await failureOf(() => callerOf(kit.sessions.authenticate('session'), `Bearer ${token}`))).toMatchObject({
      reason: 'session_invalid',
    });
    // So that other nodes hear of it.
    const left = await db.query('select from session s join account a on a.id = s.account_id where a.email = $1', [
      email,
    ]);
    expect(left.rowCount).toBe(0);
    expect(await failureOf(() => signIn(PASSWORD))).toMatchObject({ reason: 'sign_in_failed' });
    expect((await signIn(NEXT)).email).toBe(email);
    expect((await delivered()).map(({ subject }) => subject)).toEqual(['Your password was changed']);
  });

  it('is answered, and written down, alike for an address that nobody has', async () => {
    const known = await kit.accounts.forgot({ email, ip: IP });
    const unknown = await kit.accounts.forgot({ email: 'nobody@example.org', ip: IP });
    expect(unknown).toBe(known);
    const { rows } = await db.query('select kind, account_id, data, once, tries from mail order by id');
    expect(rows).toEqual(Array(2).fill(rows[0]));
    expect((await delivered()).map(({ to }) => to)).toEqual([email]);
    expect((await db.query('select from mail')).rowCount).toBe(1);
  });

  it('is asked for with the same statements, whether there is an account or not', async () => {
    const asked: string[][] = [];
    const watched = {
      ...db,
      query: (...given: Parameters<typeof db.query>) => {
        asked.at(-1)?.push(String(given[0]));
        return db.query(...given);
      },
      transaction: ((work) =>
        db.transaction((tx) =>
          work({
            query: (...given: Parameters<typeof tx.query>) => {
              asked.at(-1)?.push(String(given[0]));
              return tx.query(...given);
            },
          } as typeof tx),
        )) as typeof db.transaction,
    } as typeof db;
    const { accounts } = accountsOn(watched);
    for (const one of [email, 'nobody@example.org']) {
      asked.push([]);
      await accounts.forgot({ email: one, ip: IP });
    }
    expect(asked[0]?.some((text) => text.includes('insert into mail'))).toBe(true);
    expect(asked[1]).toEqual(asked[0]);
  });

  it('leaves no link in the database: only its hash, and of the mail nothing', async () => {
    const link = await mailedLink();
    const { rows } = await db.query(
      'select m::text, (select string_agg(l::text, $1) from account_link l) l from mail m',
      [' '],
    );
    expect(JSON.stringify(rows)).not.toContain(link);
    expect(JSON.stringify(rows)).not.toContain(`(${email}`);
    expect((await db.query(`select from mail where recipient = '' and data is null`)).rowCount).toBe(1);
  });

  it('costs three mails an hour of an address, known or not, and twenty of a network', async () => {
    for (const who of [email, 'nobody@example.org']) {
      for (let times = 0; times < 3; times += 1) await kit.accounts.forgot({ email: who, ip: null });
      const { reason, status } = await failureOf(() => kit.accounts.forgot({ email: who.toUpperCase(), ip: null }));
      expect([reason, status]).toEqual(['too_many_tries', 429]);
    }
    for (let each = 0; each < 20; each += 1) await kit.accounts.forgot({ email: `a${each}@example.org`, ip: IP });
    const more = () => kit.accounts.forgot({ email: 'another@example.org', ip: IP });
    expect(await failureOf(more)).toMatchObject({ reason: 'too_many_tries' });
    kit.later(HOUR);
    await more();
  });

  it('is not mailed where no mail is sent, nor to what is no address', async () => {
    const off = accountsOn(db, { mail: { isOn: false, sendMail: async () => false } });
    expect(await failureOf(() => off.accounts.forgot({ email, ip: IP }))).toMatchObject({ reason: 'mail_off' });
    expect(await failureOf(() => kit.accounts.forgot({ email: 'a\r\nb@example.org', ip: IP }))).toMatchObject({
      reason: 'invalid_body',
    });
  });
});

describe('a link for a new password', () => {
  it('gives nothing a second time, nor to two at once', async () => {
    const link = await mailedLink();
    const uses = await Promise.allSettled([use(link), use(link), use(link)]);
    expect(uses.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect(await failureOf(() => use(link))).toMatchObject(refused);
  });

  it('gives nothing after an hour', async () => {
    const link = await mailedLink();
    kit.later(HOUR);
    expect(await failureOf(() => use(link))).toMatchObject(refused);
    expect((await signIn(PASSWORD)).email).toBe(email);
  });

  it('gives nothing for another account', async () => {
    const link = await mailedLink();
    const other = `other-${made}@example.org`;
    await kit.accounts.createUser({ email: other, password: PASSWORD, admin: false });
    expect(await failureOf(() => use(link, other))).toMatchObject(refused);
    expect((await signIn(PASSWORD, other)).email).toBe(other);
    expect(await use(link)).toBe('Password updated');
  });

  it('guessed 1,000 times gives nothing, and is not even looked at for long', async () => {
    await mailedLink();
    const reasons = new Map<string, number>();
    for (let each = 0; each < 1_000; each += 1) {
      const { reason } = await failureOf(() => use(`guess-${each}`));
      reasons.set(reason, (reasons.get(reason) ?? 0) + 1);
    }
    expect(Object.fromEntries(reasons)).toEqual({ link_invalid: 30, too_many_tries: 970 });
    // From another network the owner goes on.
    const link = await mailedLink();
    expect(await use(link, email, '198.51.100.7')).toBe('Password updated');
  });

  it('gives nothing once the password, or the address, is another one', async () => {
    const first = await mailedLink();
    await db.transaction((tx) => kit.accounts.resetPassword(tx, email, 'something else'));
    expect(await failureOf(() => use(first))).toMatchObject(refused);
    const second = await mailedLink();
    const renamed = `renamed-${made}@example.org`;
    await db.query('update account set email = $2 where email = $1', [email, renamed]);
    for (const who of [email, renamed]) expect(await failureOf(() => use(second, who))).toMatchObject(refused);
  });

  it('gives nothing of a deleted account', async () => {
    const link = await mailedLink();
    await db.transaction((tx) => kit.accounts.remove(tx, email));
    expect(await failureOf(() => use(link))).toMatchObject(refused);
    expect((await db.query('select from account_link')).rowCount).toBe(0);
  });

  it('holds beside a later one, until one of them is used', async () => {
    const [first, second] = [await mailedLink(), await mailedLink()];
    expect(await use(first)).toBe('Password updated');
    expect(await failureOf(() => use(second))).toMatchObject(refused);
  });

  it('asks for a password that is not refused, and is not used up by one that is', async () => {
    const link = await mailedLink();
    const weak = { email, link, password: '123456', confirmPassword: '123456', ip: IP };
    expect(await failureOf(() => kit.accounts.usePasswordLink(weak))).toMatchObject({ reason: 'invalid_body' });
    expect(await use(link)).toBe('Password updated');
  });

  it('is handed over by an administrator for a day, also to an account without a password', async () => {
    const without = `without-${made}@example.org`;
    await kit.accounts.ensure(db, without);
    const { link, endsAt } = await kit.accounts.handPasswordLink(without);
    expect(link).toMatch(/^https:\/\/films\.example\/#\/reset\?email=without/);
    expect(Date.parse(endsAt) - kit.now().getTime()).toBe(24 * HOUR);
    expect(await use(linkIn(link), without)).toBe('Password updated');
    expect((await signIn(NEXT, without)).email).toBe(without);
    expect(await failureOf(() => kit.accounts.handPasswordLink('nobody@example.org'))).toMatchObject({
      reason: 'user_unknown',
    });
  });
});

it('who changes the password while signed in is told by mail', async () => {
  const { token } = await signIn(PASSWORD);
  const { person, accountId } = await callerOf(kit.sessions.authenticate('session'), `Bearer ${token}`);
  if (!person || accountId === null) throw new Error('nobody');
  await kit.accounts.changePassword({ ...person, accountId }, { email, password: NEXT, confirmPassword: NEXT }, IP);
  expect((await delivered()).map(({ to, subject }) => [to, subject])).toEqual([[email, 'Your password was changed']]);
});
