import { describe, expect, it } from 'vitest';
import type { Key } from '#contracts/keys.api.ts';
import { keyBodyOf, keyDraftOf, keyProblems, recordOf } from './key-draft.ts';

const KEY: Key = {
  idKey: 7,
  name: 'Phone',
  first: false,
  token: 'kdx_x',
  status: 'VALID',
  dailyLimit: 500,
  used: 3,
  addresses: ['192.0.2.1', '2001:db8::/32'],
  expiresAt: '2026-11-30T00:00:00.000Z',
  made: '2026-11-20T00:00:00.000Z',
  lastUsed: null,
  former: [],
};

describe('a key that is typed', () => {
  it('is sent as it was when nothing is changed', () => {
    const { name, dailyLimit, addresses, expiresAt } = KEY;
    expect(keyBodyOf(keyDraftOf(KEY))).toEqual({ name, dailyLimit, addresses, expiresAt });
  });

  it('has no bounds where nothing is typed, and addresses apart however they are written', () => {
    expect(keyBodyOf({ ...keyDraftOf(null), name: ' a ' })).toEqual({
      name: 'a',
      dailyLimit: null,
      addresses: [],
      expiresAt: null,
    });
    const addresses = ' 192.0.2.1,\n\n192.0.2.2 192.0.2.3 ';
    expect(keyBodyOf({ ...keyDraftOf(null), addresses }).addresses).toEqual(['192.0.2.1', '192.0.2.2', '192.0.2.3']);
  });

  it.each(['many', '1.5', '1e3', '12345678901'])('has no limit of %s', (dailyLimit) => {
    expect(keyProblems({ ...keyDraftOf(KEY), dailyLimit })).toEqual({
      dailyLimit: 'Requests a day must be a whole number',
    });
  });

  it('needs a name', () => {
    expect(keyProblems({ ...keyDraftOf(KEY), name: ' ' })).toEqual({ name: 'Name is required' });
    expect(keyProblems(keyDraftOf(KEY))).toEqual({});
  });

  it('is another version when what is set has changed, and not when it was used', () => {
    const { version } = recordOf(KEY);
    const lastUsed = { date: KEY.made, ip: '192.0.2.1' };
    expect(recordOf({ ...KEY, lastUsed, used: 4 }).version).toBe(version);
    expect(recordOf({ ...KEY, addresses: [] }).version).not.toBe(version);
  });
});
