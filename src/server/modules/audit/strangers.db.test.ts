import { readdir } from 'node:fs/promises';
import type { FastifyRequest } from 'fastify';
import { beforeEach, describe, expect, it } from 'vitest';
import { testFolder } from '#server/platform/batch/batch.fixture.ts';
import { testDatabase } from '#test/support/database.ts';
import { answered, cuttable, emptyAudit, heldClock, keptInOrder, testAudit } from './audit.fixture.ts';

const db = await testDatabase();
beforeEach(() => emptyAudit(db));

const LONG = { url: `/api/v1/movie/${'x'.repeat(1_800)}`, headers: { 'user-agent': 'y'.repeat(300) }, code: 404 };

const PATIENCE = 60_000;
const start = (isLow = () => false) => {
  const clock = heldClock('2026-11-21T10:00:00Z');
  const cut = cuttable(db);
  const folder = testFolder();
  const audit = testAudit(cut.db, { ...clock, spillFolder: folder, isLow });
  const strangers = (count: number, sent: Parameters<typeof answered>[0] = {}): void => {
    for (let each = 0; each < count; each += 1) audit.record(answered({ ...LONG, ...sent }));
  };
  return { clock, cut, folder, audit, strangers };
};

/** How many requests the rows stand for. */
const requestsIn = (uris: readonly string[]): number =>
  uris.reduce((sum, uri) => sum + Number(/^(\d+) requests, the last: /.exec(uri)?.[1] ?? 1), 0);

const bytesKept = async (): Promise<number> => {
  const { rows } = await db.query<{ bytes: number }>(
    'select coalesce(sum(length(uris) + length(senders) + length(facts)), 0)::int as bytes from audit_block',
  );
  return rows[0]?.bytes ?? 0;
};

describe('what unknown callers have written down', () => {
  it('is bounded for a network and an hour, whatever they send, and counted to the last one', {
    timeout: PATIENCE,
  }, async () => {
    const { audit, strangers, clock } = start();
    for (let round = 0; round < 4; round += 1) {
      strangers(6_000, { ip: `2001:db8::${round}` });
      await audit.flush();
    }
    const uris = await keptInOrder(db);
    expect(requestsIn(uris)).toBe(24_000);
    expect(uris[0]).toBe(LONG.url);
    expect(uris[9_000]).toBe(LONG.url.slice(0, 60));
    expect(uris.at(-1)).toMatch(new RegExp(`^\\d{4} requests, the last: ${LONG.url.slice(0, 60)}$`));
    expect(await bytesKept()).toBeLessThan(3_500_000);
    // Another network is not held to account for it, nor is this one an hour later.
    strangers(1, { ip: '2001:db8:0:1::1' });
    clock.set('2026-11-21T11:00:01Z');
    strangers(1, { ip: '2001:db8::1' });
    await audit.flush();
    expect((await keptInOrder(db)).slice(-2)).toEqual([LONG.url, LONG.url]);
  });

  it('leaves those who have a token or a session alone', async () => {
    const { audit, strangers } = start();
    strangers(600);
    const person = { sessionId: 's', email: 'a@b.cc', role: 'ADMIN', signedInAt: new Date(0) };
    const known = answered(LONG);
    audit.record({
      ...known,
      request: { ...known.request, progress: { caller: { person } } } as unknown as FastifyRequest,
    });
    strangers(1, { tokenId: 7 });
    await audit.flush();
    expect((await keptInOrder(db)).filter((uri) => uri === LONG.url).length).toBeGreaterThan(2);
    const { rows } = await audit.list({ token: 'kdx_7' }, { offset: 0, limit: 20 });
    expect(rows.map(({ uri }) => uri)).toEqual([LONG.url]);
  });

  it('is a count alone while the disk is low, and is written when there is room again', async () => {
    let low = true;
    const { audit, cut, strangers } = start(() => low);
    cut.set('before');
    strangers(1, { tokenId: 7 });
    await audit.flush();
    strangers(3_000);
    await audit.flush();
    expect(audit.waiting().rows).toBe(1);
    low = false;
    cut.set('no');
    await audit.flush();
    await audit.flush();
    expect(requestsIn(await keptInOrder(db))).toBe(3_001);
  });

  it('is kept over a stop though the disk is low', async () => {
    const { audit, cut, folder, strangers } = start(() => true);
    cut.set('before');
    strangers(500, { tokenId: 7 });
    await audit.flush();
    strangers(700);
    await audit.close();
    expect(await readdir(folder)).not.toEqual([]);
    await testAudit(db, { ...heldClock('2026-11-21T10:05:00Z'), spillFolder: folder }).flush();
    expect(requestsIn(await keptInOrder(db))).toBe(1_200);
  });
});
