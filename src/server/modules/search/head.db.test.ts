import { setTimeout as pause } from 'node:timers/promises';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { DISCOVER_SORTS } from '#contracts/search.ts';
import { testDatabase } from '#test/support/database.ts';
import { keptLog } from '#test/support/log.ts';
import { PATIENCE } from '#test/support/patience.ts';
import { type Answer, addAll, idsOf, titles } from './discover.fixture.ts';
import type { DiscoverAsk } from './discover.rules.ts';
import type { Row } from './discover.sql.ts';
import { asking, filled, fitting, KEEPING, type Sort, watched } from './head.fixture.ts';
import { createHeads } from './head.service.ts';
import { addTitles, rebuildAll, SEEN } from './search.fixture.ts';
import { createSearch } from './search.service.ts';

const db = await testDatabase();
beforeAll(() => addAll(db));

describe('the first titles of an order', () => {
  it('answer no position that is not there as it was', async () => {
    const heads = createHeads({ db, ...KEEPING });
    const at = (await filled(heads, 'votes', 400))[3] as Row;
    expect(heads.find(asking({}, 'votes', at, 5))).toHaveLength(5);
    for (const gone of [
      { ...at, value: 7 },
      { ...at, value: null },
      { ...at, id: 9_999 },
    ])
      expect(heads.find(asking({}, 'votes', gone, 5))).toBeNull();
  });

  it('answer nothing while nobody knows whether they are current', async () => {
    let isCurrent = true;
    const heads = createHeads({ db, ...KEEPING, isCurrent: () => isCurrent });
    await filled(heads, 'votes', 400);
    isCurrent = false;
    expect(heads.find(asking({}, 'votes', null, 5))).toBeNull();
  });
});

describe('reading them ahead', () => {
  it.each<[string, Sort, number, number]>([
    ['all there are, those without a value last', 'votes', 10_000, 11],
    ['all there are, where each has a value', 'popularity', 10_000, 10],
    ['the most that are kept', 'votes', 192, 3],
  ])('happens once, up to %s', async (_, sort, most, chunks) => {
    const { asked, reads } = watched(db);
    const heads = createHeads({ db: reads, ...KEEPING, sizes: { chunk: 64, most } });
    const ask = () => heads.find(asking({ genre: 'Western' }, sort, null, 5));
    await vi.waitFor(
      () => {
        ask();
        expect(asked).toHaveBeenCalledTimes(chunks);
      },
      { timeout: PATIENCE, interval: 5 },
    );
    for (let turn = 0; turn < 40; turn += 1) {
      ask();
      await pause(5);
    }
    expect(asked).toHaveBeenCalledTimes(chunks);
  });

  it('happens again after a while, and what was kept answers until as much of it is there', async () => {
    const { asked, reads } = watched(db);
    const lasts = 400;
    const heads = createHeads({ db: reads, ...KEEPING, lasts, sizes: { chunk: 64, most: 10_000 } });
    await filled(heads, 'votes', 400);
    const [first] = fitting([], 'votes');
    const ask = () => heads.find(asking({}, 'votes', null, 400))?.map(({ id }) => id);
    asked.mockClear();
    await db.query('update title_document set votes = null where id = $1', [first]);
    const until = performance.now() + 10 * lasts;
    let isRenewed = false;
    while (!isRenewed && performance.now() < until) {
      const ids = ask();
      // Never less than a whole page, and none that is of both.
      expect(ids).toHaveLength(400);
      isRenewed = ids?.[0] !== first;
      expect(ids?.includes(first as number)).toBe(!isRenewed);
      await pause(2);
    }
    expect(isRenewed).toBe(true);
    // As many chunks as were there, and no more.
    expect(asked).toHaveBeenCalledTimes(7);
    await rebuildAll(db);
  });

  it('begins from nothing where nobody has asked for long', async () => {
    // So long that a busy machine does not read ahead again while it fills.
    const lasts = 400;
    const heads = createHeads({ db, ...KEEPING, lasts });
    await filled(heads, 'votes', 400);
    await pause(2 * lasts);
    expect(heads.find(asking({}, 'votes', null, 5))).toBeNull();
  });

  it('takes one connection, and half of the time at most, whatever is asked and changed meanwhile', async () => {
    const took = 40;
    const { asked, most, reads } = watched(db, () => pause(took));
    const heads = createHeads({ db: reads, ...KEEPING });
    const began = performance.now();
    while (asked.mock.calls.length < 4) {
      for (const sort of DISCOVER_SORTS) heads.find(asking({}, sort, null, 600));
      heads.clear();
      await pause(2);
    }
    // The fourth has begun: three have ended, and as many rests.
    expect(performance.now() - began).toBeGreaterThan(3 * 2 * took * 0.9);
    expect(most.atOnce).toBe(1);
  });

  it('that fails is told once, and tried again a second later', async () => {
    let failing = true;
    const { asked, reads } = watched(db, async () => {
      if (failing) throw new Error('no such column');
    });
    const log = keptLog();
    const heads = createHeads({ db: reads, ...KEEPING, log });
    const tries = (times: number) =>
      vi.waitFor(
        () => {
          heads.find(asking({}, 'votes', null, 5));
          expect(asked).toHaveBeenCalledTimes(times);
        },
        { timeout: PATIENCE, interval: 5 },
      );
    await tries(1);
    const began = performance.now();
    await tries(2);
    expect(performance.now() - began).toBeGreaterThan(900);
    failing = false;
    await filled(heads, 'votes', 400);
    expect(log.lines).toEqual([
      'warn the first titles of lists cannot be read ahead; the database answers for them',
      'warn the first titles of lists are read ahead again',
    ]);
  });
});

describe('discover', () => {
  const SIZE = 20;
  /** A search that keeps titles, and a count of the transactions in which it asks for them. */
  const search = () => {
    const { asked, reads } = watched(db);
    return { asked, ...createSearch({ db: reads, visibility: () => SEEN, keeping: KEEPING }) };
  };
  /** Asks until the database is not asked for it any more; the ids. */
  const kept = async ({ discover, asked }: ReturnType<typeof search>, query: DiscoverAsk): Promise<number[]> => {
    const ids = idsOf(JSON.parse((await discover(query, SIZE)).json));
    const unasked = async (): Promise<void> => {
      await pause(5);
      asked.mockClear();
      expect(idsOf(JSON.parse((await discover(query, SIZE)).json))).toEqual(ids);
      expect(asked).not.toHaveBeenCalled();
    };
    await vi.waitFor(unasked, { timeout: PATIENCE, interval: 5 });
    return ids;
  };

  it('asks the database for titles no more once they are kept, until the catalogue changes', async () => {
    const one = search();
    const query = { sort: 'votes', genre: 'Drama' } as const;
    const [id = 0] = await kept(one, query);
    await db.query(`update title set title = 'Renamed' where id = $1`, [id]);
    expect((await one.discover(query, SIZE)).json).not.toContain('Renamed');
    expect(one.asked).not.toHaveBeenCalled();
    one.invalidate();
    expect((await one.discover(query, SIZE)).json).toContain('Renamed');
    expect(one.asked).toHaveBeenCalled();
    await db.query('update title set title = $2 where id = $1', [id, titles[id - 1]?.title]);
  });

  it('asks the database for what is not kept', async () => {
    const one = search();
    await kept(one, { sort: 'votes' });
    const others = [{ keyword: 'Heist' }, { rated: 'PG-13' }, { person: 'nm0000001' }] as const;
    for (const query of others) {
      one.asked.mockClear();
      await one.discover({ ...query, sort: 'votes' }, 1);
      expect(one.asked, JSON.stringify(query)).toHaveBeenCalled();
    }
  });

  it('asks the database for facets once, whatever page and order follows, until the catalogue changes', async () => {
    const one = search();
    await kept(one, { sort: 'votes' });
    await kept(one, { sort: '-votes' });
    const facetsOf = async (query: DiscoverAsk, from = 0): Promise<Answer['facets']> =>
      (JSON.parse((await one.discover({ ...query, facets: 'type,genre' }, 2, from)).json) as Answer).facets;
    one.asked.mockClear();
    const counted = await facetsOf({ genre: 'Drama', sort: 'votes' });
    expect(one.asked).toHaveBeenCalledOnce();
    expect(await facetsOf({ genre: 'Drama', sort: '-votes' }, 2)).toEqual(counted);
    expect(one.asked).toHaveBeenCalledOnce();
    expect(await facetsOf({ genre: 'Crime', sort: 'votes' })).not.toEqual(counted);
    expect(one.asked).toHaveBeenCalledTimes(2);
    await db.query(`delete from title_document where words @@ '''@g:drama'''`);
    expect(await facetsOf({ genre: 'Drama', sort: 'votes' })).toEqual(counted);
    one.invalidate();
    expect(await facetsOf({ genre: 'Drama', sort: 'votes' })).toEqual({ type: [], genre: [] });
    await rebuildAll(db);
  });

  it('says the same of odd values, wherever it looks', async () => {
    const odd = ["Rock 'n' Roll", 'Ärger', 'back\\slash', 'a & b'];
    await addTitles(
      db,
      [1_780, 1_799, 1_800, 2_200, 2_201, 2_300].map((year, at) => ({
        ...{ id: 5_000 + at, title: `Odd ${at}`, year, votes: 9_000_000 + at, runtime: 900 + at },
        ...{ rating: [3, 2.9, 3.1, 10, 1, 7.9][at] ?? 5, genres: odd.slice(at % 4), countries: ['XX'] },
      })),
    );
    await rebuildAll(db);
    const plain = createSearch({ db, visibility: () => SEEN });
    const one = search();
    await kept(one, { sort: 'votes' });
    const asks: readonly DiscoverAsk[] = [
      ...odd.map((genre) => ({ genre })),
      ...odd.map((genre) => ({ genreNot: genre.toUpperCase(), country: 'xx' })),
      ...[{ yearTo: 1_900 }, { yearFrom: 2_190 }, { yearFrom: 1_800, yearTo: 2_200 }, { yearTo: 1_800 }],
      ...[
        { ratingTo: 2.99999999 },
        { ratingFrom: 2.99999999, ratingTo: 3.00000001 },
        { ratingFrom: 7.9, ratingTo: 7.9 },
      ],
      ...[{ votesFrom: 9_000_003 }, { runtimeFrom: 901, runtimeTo: 903 }, { ratingTo: 9.9999999 }],
    ];
    for (const ask of asks)
      for (const sort of ['votes', '-rating', 'year', '-year'] as const) {
        const query = { ...ask, sort };
        expect((await one.discover(query, 3)).json, JSON.stringify(query)).toBe((await plain.discover(query, 3)).json);
      }
    await db.query('delete from title where id >= 5000');
    await rebuildAll(db);
  });
});
