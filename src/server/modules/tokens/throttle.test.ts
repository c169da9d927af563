import { describe, expect, it } from 'vitest';
import type { Reason } from '#contracts/errors.ts';
import { failure } from '#server/kernel/failure.ts';
import { failureOf } from './people.fixture.ts';
import { createTokenThrottle } from './throttle.ts';

const start = (most = 3) => {
  const clock = { ms: 1_000_000 };
  const { judge } = createTokenThrottle({ now: () => new Date(clock.ms), most });
  const refusal = (ip: string, reason: Reason = 'token_invalid') => failureOf(() => judge(failure(reason), ip));
  const reasonOf = async (ip: string, reason?: Reason) => (await refusal(ip, reason)).reason;
  const guess = async (ip: string, times: number) => {
    for (let at = 0; at < times; at++) await refusal(ip);
  };
  return { clock, judge, refusal, reasonOf, guess };
};

describe('guessing tokens', () => {
  it('is held up by the minute, and says how long', async () => {
    const { clock, refusal, reasonOf, guess } = start();
    await guess('192.0.2.1', 2);
    expect(await reasonOf('192.0.2.1')).toBe('token_invalid');
    clock.ms += 15_500;
    expect(await refusal('192.0.2.1')).toMatchObject({
      reason: 'too_many_tries',
      status: 429,
      headers: { 'Retry-After': '45' },
    });
    clock.ms += 44_500;
    expect(await reasonOf('192.0.2.1')).toBe('token_invalid');
  });

  it('from one address is nothing to another, nor to missing and disabled tokens of the same', async () => {
    const { reasonOf, guess } = start();
    await guess('192.0.2.1', 50);
    expect(await reasonOf('192.0.2.2')).toBe('token_invalid');
    expect(await reasonOf('192.0.2.1', 'token_missing')).toBe('token_missing');
    expect(await reasonOf('192.0.2.1', 'token_disabled')).toBe('token_disabled');
  });

  it('is not what a broken database is', async () => {
    const { judge, reasonOf, guess } = start();
    const broken = new Error('broken');
    await guess('192.0.2.1', 3);
    expect(() => judge(broken, '192.0.2.1')).toThrow(broken);
    expect(await reasonOf('192.0.2.1')).toBe('too_many_tries');
  });

  it.each([
    ['2001:db8::1', '2001:DB8:0:0:ffff::9', true],
    ['2001:db8:0:1::1', '2001:db8:0:2::1', false],
    ['::1', '0:0:0:0:0:0:0:2', true],
    ['::ffff:192.0.2.1', '192.0.2.1', true],
    ['::ffff:192.0.2.1', '::ffff:192.0.2.2', false],
  ])('from %s and from %s: one guesser is %s', async (one, other, same) => {
    const { reasonOf, guess } = start();
    await guess(one, 3);
    expect(await reasonOf(other)).toBe(same ? 'too_many_tries' : 'token_invalid');
  });

  it('from very many addresses forgets the quietest, so that memory stays bounded', async () => {
    const { reasonOf, guess } = start(1);
    await guess('192.0.2.1', 1);
    for (let at = 0; at < 20_000; at++) await guess(`10.${at >> 16}.${(at >> 8) & 255}.${at & 255}`, 1);
    expect(await reasonOf('192.0.2.1')).toBe('token_invalid');
  });
});
