import { describe, expect, it } from 'vitest';
import { clientOn, envelope, refusal, type Sent } from './client.fixture.ts';

const read = async <T>(items: AsyncIterable<T>, most = Number.POSITIVE_INFINITY): Promise<T[]> => {
  const all: T[] = [];
  for await (const item of items) {
    all.push(item);
    if (all.length >= most) break;
  }
  return all;
};
const queryOf = ({ url }: Sent): Record<string, string> => Object.fromEntries(new URL(url).searchParams);

describe('pages', () => {
  /** A list of so many numbers. */
  const listOf = (length: number, headers: Record<string, string> = {}) =>
    clientOn((sent) => {
      const { page = '1', regs = '20' } = queryOf(sent);
      const from = (Number(page) - 1) * Number(regs);
      const data = Array.from({ length }, (_, at) => at).slice(from, from + Number(regs));
      const total = headers['X-Total-Relation'] ? Math.min(length, 10) : length;
      return { json: envelope(data, { page: Number(page), regs: Number(regs), total }), headers };
    });

  it.each([0, 1, 199, 200, 201, 400])('give each of %d items once, in as few requests as can be', async (length) => {
    const { client, sent } = listOf(length);
    expect(await read(client.search.pages({ q: 'x' }))).toEqual(Array.from({ length }, (_, at) => at));
    expect(sent).toHaveLength(Math.max(1, Math.ceil(length / 200)));
  });

  it('begin where they are told, in pages as large as they are told', async () => {
    const { client, sent } = listOf(9);
    expect(await read(client.search.pages({ q: 'x', page: 2, regs: 3 }))).toEqual([3, 4, 5, 6, 7, 8]);
    expect(sent.map(queryOf)).toEqual([
      { q: 'x', page: '2', regs: '3' },
      { q: 'x', page: '3', regs: '3' },
    ]);
  });

  it('go on where the total is only as far as it was counted', async () => {
    const { client } = listOf(25, { 'X-Total-Relation': 'gte' });
    expect(await read(client.search.pages({ q: 'x', regs: 10 }))).toHaveLength(25);
  });

  it('ask for nothing that nobody reads', async () => {
    const { client, sent } = listOf(1_000);
    expect(await read(client.search.pages({ q: 'x', regs: 10 }), 10)).toHaveLength(10);
    expect(sent).toHaveLength(1);
  });

  it('end with the signal', async () => {
    const { client } = listOf(1_000);
    const stop = new AbortController();
    const items: unknown[] = [];
    const reading = (async () => {
      for await (const item of client.search.pages({ q: 'x', regs: 10 }, { signal: stop.signal }))
        if (items.push(item) === 15) stop.abort('enough');
    })();
    await expect(reading).rejects.toBe('enough');
    expect(items).toHaveLength(20);
  });
});

it('cursors lead to the end', async () => {
  const next: Record<string, string | null> = { '': 'a', a: 'b', b: null };
  const { client, sent } = clientOn((asked) => {
    const { cursor = '' } = queryOf(asked);
    return { json: envelope({ items: [`after ${cursor}`], next: next[cursor] }) };
  });
  expect(await read(client.discover.pages({ genre: ['Crime', 'Drama'] }))).toEqual(['after ', 'after a', 'after b']);
  expect(sent.map(queryOf)).toEqual([
    { genre: 'Crime,Drama', regs: '200' },
    { genre: 'Crime,Drama', regs: '200', cursor: 'a' },
    { genre: 'Crime,Drama', regs: '200', cursor: 'b' },
  ]);
});

describe('the change feed', () => {
  const FEED = ['one', 'two', 'three', 'four', 'five'];
  /** Two changes an answer; what is asked for at the end may grow. */
  const feedOf = (changes: readonly string[]) =>
    clientOn((sent) => {
      const from = Number(queryOf(sent).since?.slice(1) ?? 0);
      const items = changes.slice(from, from + 2);
      return { json: envelope({ items, next: `c${from + items.length}` }) };
    });

  it('is read to its end, and the cursor told when what was before it has been handled', async () => {
    const { client } = feedOf(FEED);
    const story: unknown[] = [];
    for await (const change of client.changes.pages({}, { onCursor: (cursor) => void story.push(cursor) }))
      story.push(change);
    expect(story).toEqual(['one', 'two', 'c2', 'three', 'four', 'c4', 'five', 'c5']);
  });

  it('goes on from a cursor: whoever breaks off anywhere misses nothing', async () => {
    for (const most of [1, 2, 3, 4, 5]) {
      const { client } = feedOf(FEED);
      let kept: string | undefined;
      const keep = (cursor: string): void => {
        kept = cursor;
      };
      const first = await read(client.changes.pages({}, { onCursor: keep }), most);
      const rest = await read(client.changes.pages({ since: kept }));
      expect(new Set([...first, ...rest])).toEqual(new Set(FEED));
    }
  });

  it('waits until the cursor is kept', async () => {
    const { client, sent } = feedOf(FEED);
    const failed = read(client.changes.pages({}, { onCursor: () => Promise.reject(new Error('the disk is full')) }));
    await expect(failed).rejects.toThrow('the disk is full');
    expect(sent).toHaveLength(1);
  });

  it('is followed: what comes later is given too', async () => {
    const changes = [...FEED];
    const { client, slept } = feedOf(changes);
    const seen: unknown[] = [];
    for await (const change of client.changes.pages({}, { follow: true })) {
      seen.push(change);
      if (seen.length === FEED.length) changes.push('six');
      if (seen.length === 6) break;
    }
    expect([seen, slept]).toEqual([[...FEED, 'six'], []]);
  });

  it('is followed with pauses at its end, until the signal ends it', async () => {
    const stop = new AbortController();
    const { client, sent, slept } = clientOn(() => {
      if (sent.length === 4) stop.abort('enough');
      return { json: envelope({ items: [], next: 'c5' }) };
    });
    const following = read(
      client.changes.pages({ since: 'c5' }, { follow: true, interval: 7_000, signal: stop.signal }),
    );
    await expect(following).rejects.toBe('enough');
    expect(slept).toEqual([7_000, 7_000, 7_000, 7_000]);
  });

  it('says when it does not reach back that far', async () => {
    const { client } = clientOn([refusal(410, 'cursor_expired')]);
    await expect(read(client.changes.pages({ since: 'c1' }))).rejects.toMatchObject({ reason: 'cursor_expired' });
  });
});

describe('a batch', () => {
  const echo = () =>
    clientOn(({ body }) => ({ json: envelope((body as { ids: string[] }).ids.map((id) => ({ id, code: 200 }))) }));
  const idsOf = (length: number) => Array.from({ length }, (_, at) => `tt${String(at).padStart(7, '0')}`);
  const sizes = (sent: readonly Sent[]) => sent.map(({ body }) => (body as { ids: string[] }).ids.length);

  it.each([
    [0, []],
    [500, [500]],
    [501, [500, 1]],
    [1_200, [500, 500, 200]],
  ])('of %d ids is as many calls as it needs, answered in the order asked', async (length, expected) => {
    const { client, sent } = echo();
    const items = await client.batch({ ids: idsOf(length), fields: ['title'] });
    expect(items.map(({ id }) => id)).toEqual(idsOf(length));
    expect(sizes(sent)).toEqual(expected);
    for (const { method, body } of sent)
      expect([method, body]).toEqual(['POST', expect.objectContaining({ fields: ['title'] })]);
  });

  it('gives what came before one of its calls was refused', async () => {
    let calls = 0;
    const { client } = clientOn(({ body }) => {
      calls += 1;
      if (calls === 2) return refusal(429, 'quota_spent', { 'Retry-After': '40000' });
      return { json: envelope((body as { ids: string[] }).ids.map((id) => ({ id, code: 200 }))) };
    });
    const seen: string[] = [];
    const reading = (async () => {
      for await (const { id } of client.batch.pages({ ids: idsOf(600) })) seen.push(id);
    })();
    await expect(reading).rejects.toMatchObject({ reason: 'quota_spent' });
    expect(seen).toEqual(idsOf(500));
  });
});
