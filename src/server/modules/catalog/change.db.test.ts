import { describe, expect, it } from 'vitest';
import { testDatabase } from '#test/support/database.ts';
import { createChanges } from './change.service.ts';
import { takeTurn } from './turn.store.ts';

const db = await testDatabase();
const clock = new Date();
const state = { sources: null as readonly string[] | null, days: 90 };
const feed = createChanges({ db, visibility: () => state, days: () => state.days, now: () => clock });
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

  it('leads who is told nothing, or not all, to its end', async () => {
    const { next: end } = await list();
    const quiet = 'tt0000001';
    const since = new Date(clock.getTime() - 4 * 86_400_000).toISOString();
    for (const ask of [{}, { since }, { since: 'c0' }])
      expect(await list({ ...ask, ids: quiet })).toEqual({ items: [], next: end });
    expect(await list({ ids: quiet, since: end })).toEqual({ items: [], next: end });
    const first = await list({ ids: 'tt0000007', regs: 1 });
    expect(first.items.map((one) => one.action)).toEqual(['create']);
    expect(first.next).not.toBe(end);
    const rest = await list({ ids: 'tt0000007', since: first.next });
    expect([rest.items.map((one) => one.action), rest.next]).toEqual([['merge'], end]);
  });

  it('begins at a moment', async () => {
    const since = new Date(clock.getTime() - 36 * 3_600_000).toISOString();
    expect((await list({ since })).items.map((one) => one.action)).toEqual(['merge', 'delete']);
    const later = new Date(clock.getTime() + 3_600_000).toISOString();
    const { items, next } = await list({ since: later });
    expect(items).toEqual([]);
    expect(next).toBe((await list()).next);
    expect(await list({ since: '9999-12-31T23:59:59-23:59' })).toEqual({ items, next });
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
    state.days = 92;
    expect((await list({ since: new Date(clock.getTime() - 91 * 86_400_000).toISOString() })).items).toHaveLength(4);
    state.days = 90;
    await db.query('delete from change where id in (select id from change order by id limit 3)');
    for (const since of [before.next, 'c0'])
      await expect(feed.list({ since })).rejects.toMatchObject({ reason: 'cursor_expired' });
    // Who has lost changes already goes on with the oldest that is kept.
    expect((await feed.after(0, 10)).changes).toHaveLength(1);
    const end = await list();
    await db.query('delete from change');
    expect(await list({ since: end.next })).toEqual({ items: [], next: end.next });
  });

  it('names nothing of sources that may not be shown, and leads readers past it', async () => {
    await db.query(`insert into title (id, type, title, source, fetched_at) values
      (101, 'M', 'Open', 'sample', now()), (102, 'M', 'Closed', 'tmdb', now())`);
    await db.query(`insert into person (id, name, source, fetched_at) values (101, 'Ada', 'tmdb', now())`);
    await add(`('movie', 100, 'delete', null, now())`);
    const { next: start } = await list();
    await add(`('movie', 101, 'create', null, now()), ('movie', 102, 'create', null, now()), ('name', 101, 'create', null, now()),
      ('movie', 103, 'merge', 102, now()), ('movie', 104, 'delete', null, now())`);
    const told = async (since: string, more = {}) => {
      const { items, next } = await list({ since, ...more });
      return { told: items.map((one) => one.imdbId), next };
    };
    const all = await told(start);
    expect(all.told).toHaveLength(5);
    state.sources = ['sample', 'editor'];
    expect((await told(start)).told).toEqual(['tt0000101', 'tt0000104']);
    expect(await told(start)).toEqual({ told: ['tt0000101', 'tt0000104'], next: all.next });
    expect((await told(start, { ids: 'tt0000102,tt0000104' })).told).toEqual(['tt0000104']);
    const first = await told(start, { regs: 1 });
    expect(await told(first.next, { regs: 1 })).toMatchObject({ told: ['tt0000104'] });
    await add(`('movie', 102, 'update', null, now())`);
    const behind = await told(all.next);
    expect(behind.told).toEqual([]);
    expect(behind.next).not.toBe(all.next);
    expect(await told(behind.next)).toEqual(behind);
    state.sources = null;
  });

  it('is swept of what it no longer reaches back to', async () => {
    await db.query('delete from change');
    for (const [at, days] of [91, 89, 85].entries())
      await add(`('movie', ${at + 1}, 'create', null, now() - interval '${days} days')`);
    const told = async () => (await list()).items.map((one) => one.imdbId);
    await feed.sweep(new AbortController().signal);
    expect(await told()).toEqual(['tt0000002', 'tt0000003']);
    state.days = 80;
    await feed.sweep(AbortSignal.abort());
    expect(await told()).toHaveLength(2);
    await feed.sweep(new AbortController().signal);
    // The newest stays, so that who begins now has a cursor that holds.
    expect(await told()).toEqual(['tt0000003']);
    const { items, next } = await list({ ids: 'tt0000001' });
    expect(items).toEqual([]);
    expect(await list({ since: next })).toEqual({ items, next });
  });

  it('does not lead past what is still to be committed', async () => {
    const { next: end } = await list();
    await db.transaction(async (tx) => {
      await takeTurn(tx);
      await tx.query(`insert into change (kind, record_id, action) values ('movie', 7, 'update')`);
      expect(await list({ since: end, ids: 'tt0000001' })).toEqual({ items: [], next: end });
    });
    expect((await list({ since: end, ids: 'tt0000007' })).items.map((one) => one.action)).toEqual(['update']);
  });
});
