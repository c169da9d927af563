import { describe, expect, it } from 'vitest';
import { createReader } from '../configuration/reader.rules.ts';
import { ACCOUNT_SETTINGS, limitsOf } from './account.config.ts';
import { passwordProblems } from './account.rules.ts';

describe('a password typed twice', () => {
  const problems = (password: string, confirmPassword: string) => passwordProblems({ password, confirmPassword }, 6);

  it('is fine when both are the same and long enough', () => {
    expect(problems('123456', '123456')).toEqual([]);
    expect(problems('x'.repeat(256), 'x'.repeat(256))).toEqual([]);
  });

  it('is told what is wrong with each', () => {
    expect(problems('12345', '12345')).toEqual([
      { field: 'password', message: 'Password must be at least 6 characters' },
      { field: 'confirmPassword', message: 'Confirm password must be at least 6 characters' },
    ]);
    expect(problems('🎬🎥🍿', '🎬🎥🍿')).toHaveLength(2);
    expect(problems('🎬🎥🍿🎬🎥🍿', '🎬🎥🍿🎬🎥🍿')).toEqual([]);
    expect(problems('123456', '1234567')).toMatchObject([{ field: 'confirmPassword' }]);
    expect(problems('x'.repeat(257), 'x'.repeat(257))).toMatchObject([
      { field: 'password', message: 'Password must be at most 256 characters' },
      { field: 'confirmPassword' },
    ]);
  });
});

describe('the limits', () => {
  const limits = (changed: Readonly<Record<string, string>>) =>
    limitsOf(createReader(ACCOUNT_SETTINGS, (key) => changed[key]));
  const usual = {
    passwordMin: 6,
    triesOfAccount: 10,
    triesOfAddress: 50,
    triesWithin: 15 * 60_000,
    ownerEvery: 30_000,
    signUpsAnHour: 60,
    confirms: false,
  };

  it('are those of the specification until they are changed', () => {
    expect(limits({})).toEqual(usual);
    expect(limits({ PASSWORD_MIN: '12', SIGNIN_TRIES_MINUTES: ' 5 ' })).toEqual({
      ...usual,
      passwordMin: 12,
      triesWithin: 5 * 60_000,
    });
  });

  it.each(['', '0', '-1', '1.5', 'many', '1e3', '99999999'])('stay as they were when one is set to %j', (text) => {
    expect(limits(Object.fromEntries(ACCOUNT_SETTINGS.map(({ key }) => [key, text])))).toEqual(usual);
  });

  it('let no password be shorter than 6 characters', () => {
    expect(limits({ PASSWORD_MIN: '5' }).passwordMin).toBe(6);
  });
});
