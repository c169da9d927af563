import { describe, expect, it } from 'vitest';
import { Failure } from '#server/kernel/failure.ts';
import { settingsOf, statusOf } from './key.rules.ts';

const AT = new Date('2026-11-21T12:00:00Z');
const BEFORE = new Date('2026-11-21T11:59:59Z');
const LATER = '2026-11-21T12:00:01Z';

const refusalOf = (...given: Parameters<typeof settingsOf>): Failure => {
  try {
    settingsOf(...given);
  } catch (error) {
    if (error instanceof Failure) return error;
  }
  throw new Error('nothing was refused');
};

describe('how a token stands', () => {
  const plain = { valid: true, expiresAt: null, waits: null };
  it.each([
    [plain, 'VALID'],
    [{ ...plain, expiresAt: new Date(LATER) }, 'VALID'],
    [{ ...plain, expiresAt: AT }, 'EXPIRED'],
    [{ ...plain, expiresAt: BEFORE, waits: 'UNCONFIRMED' }, 'EXPIRED'],
    [{ ...plain, waits: 'UNCONFIRMED' }, 'UNCONFIRMED'],
    [{ ...plain, expiresAt: BEFORE, waits: 'LEAVING' }, 'LEAVING'],
    [{ valid: false, expiresAt: BEFORE, waits: 'LEAVING' }, 'DISABLED'],
  ] as const)('%j is %s', (standing, status) => expect(statusOf(standing, AT)).toBe(status));
});

describe('what is set for a key', () => {
  it('is nothing where nothing is said', () => {
    expect(settingsOf({ name: 'a' }, AT)).toEqual({ name: 'a', dailyLimit: null, addresses: [], expiresAt: null });
  });

  it('has each address once', () => {
    const addresses = ['192.0.2.1', '2001:db8::/32', '192.0.2.1', '0.0.0.0/0'];
    expect(settingsOf({ name: 'a', dailyLimit: 5, addresses, expiresAt: LATER }, AT)).toEqual({
      name: 'a',
      dailyLimit: 5,
      addresses: ['192.0.2.1', '2001:db8::/32', '0.0.0.0/0'],
      expiresAt: new Date(LATER),
    });
  });

  it.each([
    '',
    'localhost',
    'loopback',
    '192.0.2',
    '192.0.2.0/33',
    '2001:db8::/129',
    '192.0.2.0/24/1',
    '192.0.2.0/',
    '192.0.2.0/08',
    '192.0.2.0/+8',
    'fe80::1%eth0',
    'fe80::%1/64',
  ])('is no address in %j, which is named', (wrong) => {
    const refusal = refusalOf({ name: 'a', addresses: ['192.0.2.1', wrong] }, AT);
    expect(refusal).toMatchObject({ reason: 'invalid_body', details: [{ field: 'addresses.1' }] });
  });

  it.each(['2026-12-31T23:59:60Z', '9999-12-31T23:59:59-00:01'])('has no end that is no moment: %s', (expiresAt) => {
    const refusal = refusalOf({ name: 'a', expiresAt }, AT);
    expect(refusal).toMatchObject({ reason: 'invalid_body', details: [{ field: 'expiresAt' }] });
  });

  it('has an end at the last moment', () => {
    const expiresAt = '9999-12-31T23:59:59.999Z';
    expect(settingsOf({ name: 'a', expiresAt }, AT).expiresAt).toEqual(new Date(expiresAt));
  });

  it('has no end that has passed, but the one that it has already', () => {
    for (const end of [AT, BEFORE]) {
      const asked = { name: 'a', expiresAt: end.toISOString() };
      expect(refusalOf(asked, AT)).toMatchObject({ reason: 'invalid_body', details: [{ field: 'expiresAt' }] });
      expect(refusalOf(asked, AT, new Date(LATER))).toMatchObject({ details: [{ field: 'expiresAt' }] });
      expect(settingsOf(asked, AT, end).expiresAt).toEqual(end);
    }
  });
});
