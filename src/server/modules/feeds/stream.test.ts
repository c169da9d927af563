import { setImmediate as turn } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { failure } from '#server/kernel/failure.ts';
import { type JsonText, jsonText } from '#server/kernel/json.ts';
import { eventsIn } from '#test/support/event-stream.ts';
import { keptLog } from '#test/support/log.ts';
import { createStreams } from './stream.service.ts';

interface One {
  readonly id: number;
  readonly kind: 'movie' | 'name';
  readonly key: number;
  readonly json: JsonText;
}

/** Streams over a feed in memory. */
const feed = ({ most = 100, limits = {} }: { most?: number; limits?: object } = {}) => {
  const all: One[] = [];
  const state = { reads: 0, failing: false as boolean, swept: 0 };
  const log = keptLog();
  const changes = {
    after: async (cursor: number, limit: number) => {
      state.reads += 1;
      await turn();
      if (state.failing) throw new Error('away');
      if (cursor < state.swept) throw failure('cursor_expired');
      const found = all.filter(({ id }) => id > cursor).slice(0, limit);
      return { changes: found, last: found.at(-1)?.id ?? cursor, isEnd: found.length < limit };
    },
    cursorOf: async (since: string | undefined) => Number(since?.slice(1)),
    keysOf: (ids: string | undefined) =>
      ids === undefined ? null : ids.split(',').map((id) => ({ kind: 'movie' as const, key: Number(id.slice(2)) })),
    newest: async () => all.at(-1)?.id ?? 0,
  };
  const streams = createStreams({ changes, most: () => most, log, limits });
  const add = (count: number, key = 1): void => {
    for (let added = 0; added < count; added += 1) {
      const id = (all.at(-1)?.id ?? 0) + 1;
      all.push({ id, kind: 'movie', key, json: jsonText(`{"imdbId":"tt${key}"}`) });
    }
    streams.changed();
  };
  const read = async (
    more: { since?: string; ids?: string; tokenId?: number; stillAllowed?: () => Promise<unknown> } = {},
  ) => {
    const stream = await streams.open({ tokenId: 1, stillAllowed: async () => {}, ...more });
    const heard = { text: '', ended: false, closed: false };
    stream.on('data', (text: string) => {
      heard.text += text;
    });
    stream.on('end', () => {
      heard.ended = true;
    });
    stream.on('close', () => {
      heard.closed = true;
    });
    return {
      stream,
      heard,
      told: () =>
        eventsIn(heard.text)
          .filter(({ data }) => data !== null)
          .map(({ id }) => id),
    };
  };
  return { streams, state, add, read, log, all };
};

const ids = (from: number, to: number): string[] => Array.from({ length: to - from + 1 }, (_, at) => `c${from + at}`);

describe('a stream of changes', () => {
  it('begins with now, and says where that is', async () => {
    const { add, read } = feed();
    add(3);
    const { heard, told } = await read();
    await expect.poll(() => heard.text).toMatch(/^retry: \d+\nid: c3\n\n$/);
    add(2);
    await expect.poll(told).toEqual(['c4', 'c5']);
    expect(heard.text).toContain('id: c4\ndata: {"imdbId":"tt1"}\n\n');
  });

  it('begins behind a cursor, however far back, each change once and in order', async () => {
    const { add, read } = feed();
    add(1_700);
    const { told } = await read({ since: 'c10' });
    add(1);
    await expect.poll(() => told().length).toBe(1_691);
    expect(told()).toEqual(ids(11, 1_701));
  });

  it('reads the feed once for all who follow it', async () => {
    const { add, read, state } = feed();
    const readers = await Promise.all(Array.from({ length: 50 }, () => read()));
    await expect.poll(() => state.reads).toBe(1);
    add(5);
    for (const { told } of readers) await expect.poll(told).toEqual(ids(1, 5));
    expect(state.reads).toBe(2);
    add(1);
    for (const { told } of readers) await expect.poll(told).toEqual(ids(1, 6));
    expect(state.reads).toBe(3);
  });

  it('is narrowed to ids, and its cursor moves on nevertheless', async () => {
    const { add, read } = feed({ limits: { beatMs: 30 } });
    const { heard, told } = await read({ ids: 'tt7' });
    add(2);
    add(1, 7);
    add(4);
    await expect.poll(() => eventsIn(heard.text).at(-1)).toEqual({ id: 'c7', data: null });
    expect(told()).toEqual(['c3']);
  });

  it('goes on when the feed could not be read for some time, which is told once', async () => {
    const { add, read, state, log } = feed({ limits: { failedMs: 5 } });
    const { told } = await read();
    await expect.poll(() => state.reads).toBe(1);
    state.failing = true;
    add(2);
    await expect.poll(() => state.reads).toBeGreaterThan(3);
    expect(told()).toEqual([]);
    state.failing = false;
    await expect.poll(told).toEqual(['c1', 'c2']);
    expect(log.lines).toEqual([
      'warn the change feed cannot be read for those who follow it; it is tried again',
      'warn the change feed is read again',
    ]);
  });

  it('ends where changes are gone that would follow', async () => {
    const { add, read, state } = feed();
    add(9);
    state.swept = 5;
    const { heard, told } = await read({ since: 'c2' });
    await expect.poll(() => heard.ended).toBe(true);
    expect(told()).toEqual([]);
  });

  it('holds little for who does not read, and leaves them in the end', async () => {
    const { streams, state, add } = feed({ limits: { unreadMs: 30 } });
    add(20_000);
    const stream = await streams.open({ tokenId: 1, since: 'c0', stillAllowed: async () => {} });
    stream.read(0);
    await expect.poll(() => stream.destroyed).toBe(true);
    expect(stream.readableLength).toBeLessThan(200_000);
    expect(state.reads).toBeLessThan(8);
    expect(streams.count()).toBe(0);
  });
});

describe('who follows it', () => {
  it('has a number of streams at once, and another one when one of them has ended', async () => {
    const { streams, read } = feed({ most: 2 });
    const [first] = [await read(), await read()];
    await expect(read()).rejects.toMatchObject({ reason: 'too_many_streams', headers: { 'Retry-After': '10' } });
    await read({ tokenId: 2 });
    first?.stream.destroy();
    await read();
    expect(streams.count()).toBe(3);
  });

  it('is not counted where the beginning is refused', async () => {
    const { streams, read } = feed({ most: 1 });
    await expect(read({ ids: 'x' }).then(() => read())).rejects.toMatchObject({ reason: 'too_many_streams' });
    expect(streams.count()).toBe(1);
  });

  it('is disconnected with its token, the others are not, and who cannot be asked about stays', async () => {
    const { streams, read } = feed({ limits: { failedMs: 5 } });
    const state = { answer: null as Error | null, asked: 0 };
    const stillAllowed = async () => {
      state.asked += 1;
      if (state.answer) throw state.answer;
    };
    const [one, other] = [await read({ stillAllowed }), await read({ stillAllowed })];
    const stranger = await read({ tokenId: 2 });
    for (const [answer, asked] of [
      [null, 1],
      [failure('burst'), 2],
      [new Error('away'), 5],
    ] as const) {
      state.answer = answer;
      streams.recheck();
      // One of them is asked about for both, and again where there was no answer.
      await expect.poll(() => state.asked).toBeGreaterThanOrEqual(asked);
    }
    expect([one, other].map(({ heard }) => heard.ended)).toEqual([false, false]);
    state.answer = failure('token_invalid');
    await expect.poll(() => [one, other, stranger].map(({ heard }) => heard.ended)).toEqual([true, true, false]);
    expect(streams.count()).toBe(1);
  });

  it('is sent away when the node stops, and turned away after that', async () => {
    const { streams, read } = feed({ limits: { goodbyeMs: 50 } });
    const reading = await read();
    const silent = await streams.open({ tokenId: 1, stillAllowed: async () => {} });
    await streams.close();
    expect([reading.heard.ended, silent.destroyed, streams.count()]).toEqual([true, true, 0]);
    await expect(read()).rejects.toMatchObject({ reason: 'stopping' });
  });
});
