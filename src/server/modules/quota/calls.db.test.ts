import { describe, expect, it } from 'vitest';
import { answered, heldClock } from '#server/modules/audit/audit.fixture.ts';
import { peopleIn } from '#server/modules/tokens/people.fixture.ts';
import type { Executor } from '#server/platform/db/database.ts';
import { testDatabase } from '#test/support/database.ts';
import { createCalls } from './calls.service.ts';

const db = await testDatabase();
const people = peopleIn(db);
const TITLE = '/api/v1/movie/:imdbId';
const paths = new Set([TITLE]);

const recorder = (on: Executor = db) => {
  const clock = heldClock('2026-11-21T12:00:00Z');
  return { clock, ...createCalls({ db: on, now: clock.now, paths }) };
};

describe('what a key was answered', () => {
  it('is added up by day, call and status over nodes and tokens, on top of what is there', async () => {
    const { accountId, tokenId } = await people.person();
    const nodes = [recorder(), recorder()];
    for (const { record, flush } of nodes) {
      record(answered({ tokenId, elapsed: 2 }));
      record(answered({ tokenId, elapsed: 4 }));
      record(answered({ tokenId, elapsed: 1, code: 404 }));
      record(answered({ tokenId, elapsed: 1, code: 404, url: '/api/v1/nothing-of-this-name' }));
      record(answered({ tokenId: null, elapsed: 9 }));
      await flush();
    }
    const { rows } = await db.query<{ id: number }>(
      `insert into api_token (account_id, first, hash, sealed, key_id, retired_at)
        values ($1, true, 'next', 'x', $2, now()) returning id`,
      [accountId, tokenId],
    );
    const [{ clock, record, flush, ofKey }] = nodes as [(typeof nodes)[number]];
    clock.set('2026-11-22T00:00:00Z');
    record(answered({ tokenId: rows[0]?.id ?? 0, elapsed: 0.5 }));
    await flush();
    const day = '2026-11-21';
    expect(await ofKey(accountId, tokenId)).toEqual([
      { day: '2026-11-22', call: TITLE, code: 200, requests: 1, elapsedUs: 500, slowestUs: 500 },
      { day, call: '', code: 404, requests: 2, elapsedUs: 2_000, slowestUs: 1_000 },
      { day, call: TITLE, code: 200, requests: 4, elapsedUs: 12_000, slowestUs: 4_000 },
      { day, call: TITLE, code: 404, requests: 2, elapsedUs: 2_000, slowestUs: 1_000 },
    ]);
    const stranger = await people.person();
    expect(await ofKey(stranger.accountId, tokenId)).toEqual([]);
    expect(await ofKey(accountId, stranger.tokenId)).toEqual([]);
  });

  it('is kept for 30 days', async () => {
    const { accountId, tokenId } = await people.person();
    const { clock, record, flush, ofKey } = recorder();
    for (const day of ['2026-11-01', '2026-11-02', '2026-11-30', '2026-12-01']) {
      clock.set(`${day}T12:00:00Z`);
      record(answered({ tokenId }));
      await flush();
    }
    expect((await ofKey(accountId, tokenId)).map(({ day }) => day)).toEqual(['2026-12-01', '2026-11-30', '2026-11-02']);
    expect((await db.query('select from call_count where token_id = $1', [tokenId])).rows).toHaveLength(3);
  });

  it('waits while it cannot be written, and is written once', async () => {
    const { accountId, tokenId } = await people.person();
    let isAway = true;
    const { record, flush, ofKey } = recorder({
      query: async (query, values) => {
        if (isAway) throw new Error('away');
        return db.query(query, values);
      },
    });
    record(answered({ tokenId, elapsed: 1 }));
    await expect(flush()).rejects.toThrow('away');
    record(answered({ tokenId, elapsed: 2 }));
    isAway = false;
    for (const _ of [1, 2]) await flush();
    expect(await ofKey(accountId, tokenId)).toMatchObject([{ requests: 2, elapsedUs: 3_000, slowestUs: 2_000 }]);
  });
});
