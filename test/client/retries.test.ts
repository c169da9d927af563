import { describe, expect, it } from 'vitest';
import { CLOCK } from '../../client/src/retry.ts';
import { clientOn, envelope, refusal } from './client.fixture.ts';

const fine = { json: envelope([]) };
const burst = (seconds: number) => refusal(429, 'burst', { 'Retry-After': String(seconds) });

describe('a call that is refused for a while', () => {
  it('is made again after 429, when the service says, whatever it is', async () => {
    const { client, sent, slept } = clientOn([burst(1), burst(2), fine]);
    await client.batch({ ids: ['tt0068646'] });
    expect([sent.length, slept]).toEqual([3, [1_000, 2_000]]);
  });

  it('is not waited for longer than the caller wants', async () => {
    const spent = refusal(429, 'quota_spent', { 'Retry-After': '40000' });
    const day = clientOn([spent]);
    await expect(day.client.genres()).rejects.toMatchObject({ reason: 'quota_spent', retryAfter: 40_000 });
    const sum = clientOn(() => burst(4));
    await expect(sum.client.genres()).rejects.toMatchObject({ reason: 'burst' });
    const own = clientOn([burst(4)]);
    await expect(own.client.genres(undefined, { maxWait: 3_000 })).rejects.toMatchObject({ reason: 'burst' });
    const patient = clientOn([spent, fine], { maxWait: Number.POSITIVE_INFINITY });
    await patient.client.genres();
    expect([day.slept, sum.slept, own.slept, patient.slept]).toEqual([[], [4_000, 4_000], [], [40_000_000]]);
  });

  it('is made again after growing pauses where nobody answers, three times', async () => {
    const { client, sent, slept } = clientOn(() => new TypeError('fetch failed'));
    const failed = client.genres();
    await expect(failed).rejects.toMatchObject({
      reason: 'no_answer',
      status: 0,
      cause: new TypeError('fetch failed'),
    });
    expect([sent.length, slept]).toEqual([4, [250, 500, 1_000]]);
  });

  it('is not made with a token that no header can hold, and takes one with the end of its line', async () => {
    const broken = clientOn([fine], { token: 'kdx_a\nkdx_b' });
    await expect(broken.client.genres()).rejects.toThrow('token holds');
    const read = clientOn([fine], { token: 'kdx_a\r\n' });
    await read.client.genres();
    expect([broken.sent.length, broken.slept, new Headers(read.sent[0]?.headers).get('authorization')]).toEqual([
      ...[0, [], 'Bearer kdx_a'],
    ]);
  });

  it.each([502, 503, 504])('is made again after %d, a GET alone', async (status) => {
    const read = clientOn([refusal(status, 'unavailable', { 'Retry-After': '2' }), fine]);
    await read.client.genres();
    expect(read.slept).toEqual([2_000]);
    const many = clientOn([refusal(status, 'unavailable')]);
    await expect(many.client.batch({ ids: ['tt0068646'] })).rejects.toMatchObject({ status });
    expect(many.slept).toEqual([]);
  });

  it.each([
    [400, 'invalid_parameter'],
    [401, 'token_invalid'],
    [404, 'title_unknown'],
    [500, 'internal'],
  ])('stays refused after %d', async (status, reason) => {
    const { client, slept } = clientOn([refusal(status, reason)]);
    await expect(client.genres()).rejects.toMatchObject({ status, reason });
    expect(slept).toEqual([]);
  });

  it('has as many tries as its client is told', async () => {
    const { client, sent } = clientOn(() => new TypeError('fetch failed'), { retries: 0 });
    await expect(client.genres()).rejects.toMatchObject({ reason: 'no_answer' });
    expect(sent).toHaveLength(1);
  });
});

describe('a signal', () => {
  it('ends a call before it is sent, with its own reason', async () => {
    const { client, sent } = clientOn([]);
    const signal = AbortSignal.abort('enough');
    await expect(client.genres(undefined, { signal })).rejects.toBe('enough');
    expect(sent).toEqual([]);
  });

  it('ends a call that is under way, which is not made again', async () => {
    const stop = new AbortController();
    const { client, sent } = clientOn(() => {
      stop.abort('enough');
      return new TypeError('fetch failed');
    });
    await expect(client.genres(undefined, { signal: stop.signal })).rejects.toBe('enough');
    expect(sent).toHaveLength(1);
  });

  it('ends a pause', async () => {
    const stop = new AbortController();
    const pause = CLOCK.sleep(1_000_000, stop.signal);
    stop.abort('enough');
    await expect(pause).rejects.toBe('enough');
    await expect(CLOCK.sleep(1_000_000, stop.signal)).rejects.toBe('enough');
    await CLOCK.sleep(0, undefined);
  });

  it('of its own ends a try that takes too long', async () => {
    const { client } = clientOn([], {
      timeout: 1,
      retries: 0,
      fetch: (_url, init) =>
        new Promise((_resolve, reject) => {
          init?.signal?.addEventListener('abort', () => reject(init.signal?.reason));
        }),
    });
    await expect(client.genres()).rejects.toMatchObject({ reason: 'no_answer', cause: { name: 'TimeoutError' } });
  });
});
