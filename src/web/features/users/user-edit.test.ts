import { describe, expect, it } from 'vitest';
import type { UserRecord } from '#contracts/users.api.ts';
import { users } from '#web/words/users.ts';
import { bodyOf, draftOf, draftProblems, validNote } from './user-edit.ts';

const record = {
  token: 'kdx_x',
  email: 'josé@example.org',
  ip: null,
  registrationDate: '2026-11-21T10:00:00.000Z',
  isValid: 1,
  maxRequests: 5,
  role: 'USER' as const,
  limit: 5,
  used: 0,
  idToken: 1,
  keyName: 'Default',
  keys: [{ idToken: 1, name: 'Default', isFirst: 1, isValid: 1 }],
  version: 1,
};
const { keyName: _name, keys: _keys, ...sent } = record;
const draft = draftOf(record);

it('the validity of one of several keys is told apart from that of the first, which stands for all', () => {
  const second = { idToken: 2, name: 'Second', isFirst: 0, isValid: 1 };
  const both = { ...record, keys: [...record.keys, second] };
  expect(validNote(record)).toBeNull();
  expect(validNote({ ...record, keyName: null, keys: [] })).toBeNull();
  expect(validNote(sent as UserRecord)).toBeNull();
  expect(validNote(both)).toBe(users.keys.first);
  expect(validNote({ ...both, idToken: 2, keyName: 'Second' })).toBe(users.keys.alone);
  const off = record.keys.map((key) => ({ ...key, isValid: 0 }));
  expect(validNote({ ...both, idToken: 2, keyName: 'Second', keys: [...off, second] })).toBe(users.keys.firstIsOff);
});

describe('an edited user', () => {
  it('is sent with the version that it was made from, and of its keys only the id of the one that is shown', () => {
    expect(bodyOf(draft, record)).toEqual(sent);
    expect(bodyOf({ email: ' a@b.co ', isValid: false, maxRequests: '7' }, record)).toEqual({
      ...sent,
      email: 'a@b.co',
      isValid: 0,
      maxRequests: 7,
    });
  });

  it('is judged by its address only where that was changed', () => {
    expect(draftProblems(draft, record)).toEqual({});
    expect(draftProblems({ ...draft, email: 'é@example.org' }, record)).toEqual({
      email: 'Email must be a valid email address',
    });
    expect(draftProblems({ ...draft, email: ' ' }, record)).toEqual({ email: 'Email is required' });
    expect(Object.keys(draftProblems({ ...draft, maxRequests: '1.5' }, record))).toEqual(['maxRequests']);
  });
});
