import { beforeEach, describe, expect, it } from 'vitest';
import { callBy } from '#server/platform/http/call.fixture.ts';
import { VISITOR } from '#server/platform/http/route.ts';
import { hearing } from '#test/support/bus.ts';
import { testDatabase } from '#test/support/database.ts';
import { silentLog } from '#test/support/log.ts';
import { createNews } from './live.ts';
import { NOTIFICATIONS_CHANGED } from './notification.events.ts';
import { notificationRoutes } from './notification.routes.ts';
import { createNotifications, notify, notifyOnce, passed } from './notification.service.ts';

const db = await testDatabase();
const notifications = createNotifications({ db });
const routes = notificationRoutes(notifications);
const SLICE = { offset: 0, limit: 50 };
const told = (message: string) => notify(db, { message, level: 'INFO' });
const shown = async (filter = {}) =>
  (await notifications.list(filter, SLICE)).records.map(({ message, read }) => [message, read]);
const idOf = async (message: string) =>
  (await notifications.list({}, SLICE)).records.find((one) => one.message === message)?.idNotification ?? 0;
const ask = async (name: string, input: object) => {
  const answer = await routes
    .find((one) => (one.endpoint as { readonly name?: string }).name === name)
    ?.handle(input as never, callBy({ ...VISITOR, maxRegs: 2 }));
  if (answer?.as !== 'page' && answer?.as !== 'data') throw new Error('another answer');
  return answer;
};

beforeEach(async () => {
  await db.query('truncate notification, notification_held');
  for (const message of ['one', 'two', 'three']) await told(message);
});

describe('notifications', () => {
  it('are listed newest first, a page at a time, and by what they are', async () => {
    await notify(db, { message: 'four', detail: 'More of it', level: 'ERROR' });
    const answer = await ask('admin_notifications', { query: { page: 2 } });
    if (answer.as !== 'page') throw new Error('no page');
    expect([answer.page, answer.total, answer.regs]).toEqual([2, 4, 2]);
    expect(JSON.parse(answer.json).map(({ message }: { message: string }) => message)).toEqual(['two', 'one']);
    const [first] = (await notifications.list({ level: 'ERROR', read: false }, SLICE)).records;
    expect(first).toEqual({
      idNotification: expect.any(Number),
      message: 'four',
      messageDetail: 'More of it',
      insertDate: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/),
      level: 'ERROR',
      read: false,
    });
    expect(await shown({ read: true })).toEqual([]);
  });

  it('are the five newest with the number of unread ones', async () => {
    for (let each = 0; each < 4; each += 1) await told(`more ${each}`);
    await notifications.mark(await idOf('one'), { read: true, back: false });
    const answer = await ask('admin_notifications_last', {});
    if (answer.as !== 'page') throw new Error('no page');
    expect([JSON.parse(answer.json).length, answer.total]).toEqual([5, 6]);
  });

  it('are read and unread, one and all', async () => {
    expect(await notifications.mark(await idOf('two'), { read: true, back: false })).toMatchObject({ read: true });
    expect(await shown({ read: true })).toEqual([['two', true]]);
    await notifications.mark(await idOf('two'), { read: false, back: false });
    expect([await notifications.markAll(), await notifications.markAll(), await notifications.unread()]).toEqual([
      3, 0, 0,
    ]);
    expect(() => notifications.mark(1, { back: false })).toThrow('read is required');
    await expect(notifications.mark(999_999, { read: true, back: true })).rejects.toMatchObject({
      reason: 'notification_unknown',
    });
  });

  it('that were removed are kept unseen and come back, until all are deleted', async () => {
    const id = await idOf('two');
    await notifications.remove(id);
    expect(await shown()).toEqual([
      ['three', false],
      ['one', false],
    ]);
    expect(await notifications.unread()).toBe(2);
    await expect(notifications.remove(id)).rejects.toMatchObject({ reason: 'notification_unknown' });
    await expect(notifications.mark(id, { read: true, back: false })).rejects.toMatchObject({
      reason: 'notification_unknown',
    });
    await notifications.mark(id, { back: true });
    expect((await shown()).length).toBe(3);
    expect(await notifications.removeAll()).toBe(3);
    expect([await shown(), (await db.query('select from notification')).rowCount]).toEqual([[], 3]);
    expect([await notifications.deleteAll(), (await db.query('select from notification')).rowCount]).toEqual([3, 0]);
  });

  it('are told by the bus, and live to whoever listens', async () => {
    const heard = await hearing(db, NOTIFICATIONS_CHANGED);
    const before = await heard();
    await told('four');
    expect(await heard()).toBe(before + 1);
    await notifications.markAll();
    expect(await heard()).toBe(before + 2);
    await notifications.markAll();
    const messages: unknown[] = [];
    let isHeard = false;
    const hub = { isHeard: () => isHeard, publish: (_: unknown, message: unknown) => void messages.push(message) };
    const news = createNews({ hub: hub as never, notifications, log: silentLog });
    await news();
    isHeard = true;
    await told('five');
    await news();
    expect(messages).toEqual([{ unread: 1 }]);
  });
});

describe('what goes on', () => {
  const once = () => notifyOnce(db, 'disk', { message: 'The disk', level: 'ERROR' });
  const times = async () => (await shown()).filter(([message]) => message === 'The disk').length;

  it('is told once until it has passed', async () => {
    await Promise.all([once(), once()]);
    expect(await times()).toBe(1);
    await passed(db, 'another');
    await once();
    expect(await times()).toBe(1);
    await passed(db, 'disk', 60);
    await once();
    expect(await times()).toBe(1);
    await passed(db, 'disk');
    await once();
    expect(await times()).toBe(2);
  });
});
