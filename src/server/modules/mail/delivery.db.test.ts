import { beforeEach, describe, expect, it } from 'vitest';
import type { Executor } from '#server/platform/db/database.ts';
import { createMailer } from '#server/platform/mail/mailer.ts';
import { hearing } from '#test/support/bus.ts';
import { testDatabase } from '#test/support/database.ts';
import { keptLog, silentLog } from '#test/support/log.ts';
import { startSmtp } from '#test/support/smtp.ts';
import { createDelivery } from './delivery.ts';
import { MAIL_WAITS } from './mail.events.ts';
import { mailKind, mailWriter } from './mail.kind.ts';
import { pauseAfter, restAfter } from './mail.rules.ts';
import { createMail } from './mail.service.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const db = await testDatabase();
const smtp = await startSmtp();
let at = Date.UTC(2026, 0, 1);
const now = () => new Date(at);

const HELLO = mailKind<{ readonly name: string }>('hello');
const SHORT = mailKind('short', HOUR);
const NOTHING = mailKind('nothing');
const links: string[] = [];
const writers = [
  mailWriter(HELLO, ({ data }) => ({ subject: `Hello ${data.name}`, paragraphs: ['Hello.'] })),
  mailWriter(SHORT, () => {
    const url = `https://films.example/${links.length}`;
    links.push(url);
    return { subject: 'Short', paragraphs: [], link: { label: 'Go', url } };
  }),
  mailWriter(NOTHING, () => null),
];
const mail = createMail({ isOn: true, now });
const mailerTo = (port: number) =>
  createMailer({
    ...{ host: '127.0.0.1', port, isTls: false, credentials: null },
    from: { name: '', address: 'films@example.org' },
  });
const node = (port = smtp.port, log = silentLog) => createDelivery({ db, mailer: mailerTo(port), writers, now, log });
const ANN = { to: 'ann@example.org', accountId: null } as const;
const hello = (name: string, tx: Executor = db) => mail.sendMail(tx, HELLO, { ...ANN, data: { name } });
const rows = async () =>
  (
    await db.query<{ kind: string; data: unknown; tries: number; state: string }>(
      `select kind, data, tries, case when sent_at is not null then 'sent' when failed_at is not null then 'failed'
        else 'waits' end as state from mail order by id`,
    )
  ).rows;
const states = async () => (await rows()).map(({ state, tries }) => `${state} ${tries}`);
const told = async () =>
  (await db.query<{ message: string }>('select message from notification order by id')).rows.map((one) => one.message);
const subjects = () => smtp.mails.map(({ headers }) => headers.subject);

beforeEach(async () => {
  at += 40 * 24 * HOUR;
  smtp.answer(null);
  smtp.onTaken(() => {});
  smtp.clear();
  await db.query('truncate mail, notification, notification_held');
});

describe('mail', () => {
  it('is sent when the step it is written in is committed, which every node hears of', async () => {
    const heard = await hearing(db, MAIL_WAITS);
    const before = await heard();
    await expect(
      db.transaction(async (tx) => {
        await hello('Bob', tx);
        throw new Error('undone');
      }),
    ).rejects.toThrow('undone');
    expect([await rows(), await heard()]).toEqual([[], before]);
    await db.transaction((tx) => hello('Ann', tx));
    expect(await heard()).toBe(before + 1);
    expect(await rows()).toMatchObject([{ data: { name: 'Ann' }, state: 'waits' }]);
    await node().look();
    expect(subjects()).toEqual(['Hello Ann']);
    // What it was written from is not kept.
    expect(await rows()).toEqual([{ kind: 'hello', data: null, tries: 1, state: 'sent' }]);
    await node().look();
    expect(smtp.mails.length).toBe(1);
  });

  it('is written nowhere where there is no server to send by', async () => {
    const off = createMail({ isOn: false, now });
    expect(await off.sendMail(db, HELLO, { ...ANN, data: { name: 'Ann' } })).toBe(false);
    expect(await rows()).toEqual([]);
  });

  it('is told once of what is told of once, also when two say it together', async () => {
    const once = () => mail.sendMail(db, HELLO, { ...ANN, data: { name: 'Ann' }, once: 'day 1' });
    expect((await Promise.all([once(), once()])).toSorted()).toEqual([false, true]);
    await node().look();
    expect([await once(), smtp.mails.length]).toEqual([false, 1]);
  });

  it('is sent once by several nodes at once', async () => {
    for (let each = 0; each < 30; each += 1) await hello(`${each}`);
    await Promise.all([node().look(), node().look(), node().look()]);
    expect(subjects().length).toBe(30);
    expect(new Set(subjects()).size).toBe(30);
  });

  it('that there is nothing to say in any more is none', async () => {
    await mail.sendMail(db, NOTHING, { ...ANN, data: {} });
    await node().look();
    expect([await rows(), smtp.mails]).toEqual([[], []]);
  });

  it('of a kind that this node does not know is left to one that does', async () => {
    await mail.sendMail(db, mailKind('newer'), { ...ANN, data: {} });
    await node().look();
    expect(await states()).toEqual(['waits 0']);
  });

  it('goes with its account', async () => {
    const { rows: made } = await db.query<{ id: number }>(
      `insert into account (email) values ('ann@example.org') returning id`,
    );
    const accountId = made[0]?.id ?? 0;
    await mail.sendMail(db, HELLO, { to: ANN.to, accountId, data: { name: 'Ann' } });
    await hello('Bob');
    await mail.bury(db, accountId);
    await node().look();
    expect(subjects()).toEqual(['Hello Bob']);
  });

  it('is forgotten after 30 days', async () => {
    await hello('Ann');
    await node().look();
    at += 30 * 24 * HOUR - MINUTE;
    await node().look();
    expect((await rows()).length).toBe(1);
    at += 2 * MINUTE;
    await node().look();
    expect(await rows()).toEqual([]);
  });
});

describe('a server', () => {
  it('that does not take a mail now gets it again, after pauses that grow, each time with a link of its own', async () => {
    smtp.answer({ code: 451, text: 'later' });
    await mail.sendMail(db, SHORT, { ...ANN, data: {} });
    const one = node();
    await one.look();
    await one.look();
    expect(await states()).toEqual(['waits 1']);
    at += pauseAfter(1);
    await one.look();
    expect(await states()).toEqual(['waits 2']);
    at += pauseAfter(2) - 1;
    await one.look();
    expect(await states()).toEqual(['waits 2']);
    smtp.answer(null);
    at += 1;
    await one.look();
    expect(await states()).toEqual(['sent 3']);
    expect(smtp.mails.map(({ text }) => text.includes(links.at(-1) ?? 'none'))).toEqual([true]);
    expect(new Set(links).size).toBe(3);
    expect(JSON.stringify(await rows())).not.toContain('films.example');
  });

  it('that refuses a mail does not get it again; the first of a day is told', async () => {
    smtp.answer({ code: 550, text: 'nobody of this name' });
    await hello('Ann');
    await hello('Bob');
    await node().look();
    expect([await states(), await told()]).toEqual([['failed 1', 'failed 1'], ['A mail could not be delivered']]);
    smtp.answer(null);
    at += 2 * HOUR;
    await node().look();
    expect(smtp.mails).toEqual([]);
  });

  it('that is away costs no mail a try; administrators are told once, and mail leaves within a minute', async () => {
    const gone = await startSmtp();
    await gone.close();
    const log = keptLog();
    const one = node(gone.port, log);
    for (let each = 0; each < 6; each += 1) await hello(`${each}`);
    for (let times = 1; times <= 8; times += 1) {
      await one.look();
      at += MINUTE;
    }
    expect(await states()).toEqual(Array(6).fill('waits 0'));
    expect(await told()).toEqual(['Mail cannot be sent']);
    expect(log.lines.filter((line) => line.startsWith('warn'))).toEqual([
      'warn the mail server takes no mail; it is tried again',
    ]);
    // Another node that reaches it takes the cause back.
    await node().look();
    expect(smtp.mails.length).toBe(6);
    expect((await db.query('select from notification_held')).rowCount).toBe(0);
    expect(restAfter(1)).toBe(2_000);
    expect(restAfter(40)).toBe(MINUTE);
  });

  it('that is back too late gets nothing that is of no use any more', async () => {
    await mail.sendMail(db, SHORT, { ...ANN, data: {} });
    await hello('Ann');
    at += HOUR;
    await node().look();
    expect(subjects()).toEqual(['Hello Ann']);
    expect([await states(), await told()]).toEqual([['failed 0', 'sent 1'], ['A mail could not be delivered']]);
  });
});

describe('a node that dies', () => {
  it('after the server has taken a mail sends it twice under one name; nobody does so before its lease is over', async () => {
    await hello('Ann');
    const dying = createDelivery({
      db: {
        ...db,
        query: async (...asked: Parameters<typeof db.query>) => {
          if (/sent_at = \$2/.test(String(asked[0]))) throw new Error('killed');
          return db.query(...asked);
        },
      } as typeof db,
      ...{ mailer: mailerTo(smtp.port), writers, now, log: silentLog },
    });
    await dying.look();
    expect([smtp.mails.length, await states()]).toEqual([1, ['waits 1']]);
    await node().look();
    at += 89_999;
    await node().look();
    expect(smtp.mails.length).toBe(1);
    at += 1;
    await node().look();
    expect(smtp.mails.map(({ headers }) => headers['message-id'])).toEqual(
      Array(2).fill(smtp.mails[0]?.headers['message-id']),
    );
    expect(await states()).toEqual(['sent 2']);
  });

  it('that is told to stop ends what it sends, and begins nothing', async () => {
    for (let each = 0; each < 12; each += 1) await hello(`${each}`);
    const one = node();
    let stopping: Promise<void> | undefined;
    smtp.onTaken(() => {
      stopping ??= one.stop();
    });
    await one.look();
    await stopping;
    expect((await states()).filter((state) => state === 'sent 1').length).toBe(smtp.mails.length);
    expect(smtp.mails.length).toBe(4);
  });
});
