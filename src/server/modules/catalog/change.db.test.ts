import { describe, expect, it } from 'vitest';
import { testDatabase } from '#test/support/database.ts';
import { createChanges } from './change.service.ts';

const db = await testDatabase();
const clock = new Date();
const feed = createChanges({ db, now: () => clock });
const list = async (ask: Parameters<typeof feed.list>[0] = {}) =>
  JSON.parse(await feed.list(ask)) as {
    items: { imdbId: string; action: string; redirectTo: string | null; date: string }[];
    next: string;
  };
const add = (values: string) =>
  db.query(`insert into change (kind, record_id, action, redirect_to, at) values ${values}`);

describe('the change feed', () => {
  it('begins empty and gives a cursor to come back with', async () => {
    const { items, next } = await list();
    expect(items).toEqual([]);
    expect((await list({ since: next })).items).toEqual([]);
  });

  it('tells creates, updates, deletes and merges, oldest first', async () => {
    await add(`('movie', 7, 'create', null, now() - interval '3 days'), ('name', 8, 'update', null, now() - interval '2 days'),
      ('movie', 7, 'merge', 12345678, now() - interval '1 day'), ('movie', 9, 'delete', null, now())`);
    const { items, next } = await list();
    expect(items.map((one) => [one.imdbId, one.action, one.redirectTo])).toEqual([
      ['tt0000007', 'create', null],
      ['nm0000008', 'update', null],
      ['tt0000007', 'merge', 'tt12345678'],
      ['tt0000009', 'delete', null],
    ]);
    const end = await list({ since: next });
    expect(end).toEqual({ items: [], next });
  });

  it('goes on from the cursor without a gap or a repetition, also by pages of one', async () => {
    const told: string[] = [];
    let since: string | undefined;
    for (let step = 0; step < 5; step++) {
      const { items, next } = await list({ ...(since && { since }), regs: 1 });
      told.push(...items.map((one) => one.action));
      since = next;
    }
    expect(told).toEqual(['create', 'update', 'merge', 'delete']);
  });

  it('is narrowed to ids, with the cursor still moving', async () => {
    const { items, next } = await list({ ids: 'tt0000007,nm0000009' });
    expect(items.map((one) => one.action)).toEqual(['create', 'merge']);
    expect((await list({ ids: 'tt0000007', since: next })).items).toEqual([]);
  });

  it('begins at a moment', async () => {
    const since = new Date(clock.getTime() - 36 * 3_600_000).toISOString();
    expect((await list({ since })).items.map((one) => one.action)).toEqual(['merge', 'delete']);
    const later = new Date(clock.getTime() + 3_600_000).toISOString();
    const { items, next } = await list({ since: later });
    expect(items).toEqual([]);
    expect(next).toBe((await list()).next);
  });

  it('refuses what is no moment and no cursor, and ids that are none', async () => {
    for (const since of ['yesterday', 'c-1', '2026-13-45', '2026-02-30', 'c99999999999', ''])
      await expect(feed.list({ since }), since).rejects.toMatchObject({ status: 400 });
    await expect(feed.list({ ids: 'tt1' })).rejects.toMatchObject({ reason: 'malformed_id' });
    await expect(feed.list({ ids: Array(501).fill('tt0000001').join(',') })).rejects.toMatchObject({ status: 400 });
  });

  it('says 410 for what it no longer reaches', async () => {
    const before = await list({ regs: 1 });
    await expect(feed.list({ since: new Date(clock.getTime() - 91 * 86_400_000).toISOString() })).rejects.toMatchObject(
      { status: 410 },
    );
    await db.query('delete from change where id in (select id from change order by id limit 3)');
    await expect(feed.list({ since: before.next })).rejects.toMatchObject({ reason: 'cursor_expired' });
    const end = await list();
    await db.query('delete from change');
    expect(await list({ since: end.next })).toEqual({ items: [], next: end.next });
  });
});
