import { describe, expect, it } from 'vitest';
import { clientIn } from '../../client/src/client.ts';
import { BASE } from './client.fixture.ts';

type Given = readonly string[] | Error | { readonly status: number; readonly reason: string; readonly after?: string };

const connection = (chunks: readonly string[]): Response =>
  new Response(
    new ReadableStream({
      start: (controller) => {
        for (const chunk of chunks) controller.enqueue(new TextEncoder().encode(chunk));
        controller.close();
      },
    }),
  );

/** A client whose service gives these connections, one after the other. */
const clientOn = (given: readonly Given[]) => {
  const left = [...given];
  const asked: URL[] = [];
  const slept: number[] = [];
  const fetch = async (url: string, { headers, signal }: RequestInit): Promise<Response> => {
    signal?.throwIfAborted();
    expect(headers).toMatchObject({ Accept: 'text/event-stream', Authorization: 'Bearer kdx_1' });
    asked.push(new URL(url));
    const next = left.shift();
    if (next === undefined || next instanceof Error) throw next ?? new Error('nobody expected this');
    if (!('status' in next)) return connection(next);
    const { status, reason, after } = next;
    return Response.json({ reason, error: reason }, { status, headers: after ? { 'Retry-After': after } : {} });
  };
  const sleep = async (ms: number, signal: AbortSignal | undefined): Promise<void> => {
    slept.push(ms);
    signal?.throwIfAborted();
  };
  const options = { baseUrl: BASE, token: 'kdx_1', fetch: fetch as typeof globalThis.fetch };
  return { client: clientIn(options, { sleep, random: () => 1 }), asked, slept };
};
const event = (id: number): string => `id: c${id}\ndata: {"imdbId":"tt000000${id}"}\n\n`;
const sinceOf = (asked: readonly URL[]) => asked.map((url) => url.searchParams.get('since'));
const GONE = { status: 401, reason: 'token_invalid' };

describe('a stream that is followed', () => {
  it('gives each change once over as many connections as it takes, and the cursor when it was handled', async () => {
    const whole = `retry: 700\nid: c1\n\n${event(2)}${event(3)}`;
    const { client, asked, slept } = clientOn([
      [whole.slice(0, 30), whole.slice(30, 31), whole.slice(31), 'id: c4\nda'],
      new TypeError('lost'),
      [event(4), 'id: c9\n\n'],
      { status: 503, reason: 'unavailable', after: '2' },
      [event(5)],
      GONE,
    ]);
    const seen: string[] = [];
    const reading = (async () => {
      const onCursor = async (cursor: string) => void seen.push(cursor);
      for await (const { imdbId } of client.changesStream({ ids: ['tt0000002', 'tt0000003'] }, { onCursor }))
        seen.push(imdbId);
    })();
    await expect(reading).rejects.toMatchObject({ reason: 'token_invalid', status: 401 });
    expect(seen).toEqual(['c1', 'tt0000002', 'c2', 'tt0000003', 'c3', 'tt0000004', 'c4', 'c9', 'tt0000005', 'c5']);
    expect(sinceOf(asked)).toEqual([null, 'c3', 'c3', 'c9', 'c9', 'c5']);
    expect(asked[0]?.searchParams.get('ids')).toBe('tt0000002,tt0000003');
    expect([slept[0], slept[2], slept[3]]).toEqual([700, 700, 2_000]);
  });

  it('begins again before a change that could not be handled', async () => {
    const { client } = clientOn([[event(2)]]);
    const cursors: string[] = [];
    const reading = (async () => {
      for await (const _ of client.changesStream({ since: 'c1' }, { onCursor: (cursor) => void cursors.push(cursor) }))
        throw new Error('mine');
    })();
    await expect(reading).rejects.toThrow('mine');
    expect(cursors).toEqual([]);
  });

  it('tells what the reader itself fails with, and does not come again', async () => {
    const { client, asked } = clientOn([[event(2)]]);
    const onCursor = () => Promise.reject(new Error('the disk is full'));
    const reading = (async () => {
      for await (const _ of client.changesStream({}, { onCursor }));
    })();
    await expect(reading).rejects.toThrow('the disk is full');
    expect(asked).toHaveLength(1);
  });

  it('ends with its signal, also between two connections', async () => {
    const ending = new AbortController();
    const { client } = clientOn([[event(2)], [event(3)]]);
    const seen: string[] = [];
    const reading = (async () => {
      for await (const { imdbId } of client.changesStream({}, { signal: ending.signal })) {
        seen.push(imdbId);
        ending.abort(new Error('enough'));
      }
    })();
    await expect(reading).rejects.toThrow('enough');
    expect(seen).toEqual(['tt0000002']);
  });

  it('gives up where it would have to wait for long', async () => {
    const { client, slept } = clientOn([{ status: 429, reason: 'quota_spent', after: '3600' }]);
    await expect(client.changesStream()[Symbol.asyncIterator]().next()).rejects.toMatchObject({
      reason: 'quota_spent',
    });
    expect(slept).toEqual([]);
  });
});
