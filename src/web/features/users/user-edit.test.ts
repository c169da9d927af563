import { describe, expect, it } from 'vitest';
import { bodyOf, draftOf, draftProblems } from './user-edit.ts';

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
  version: 1,
};
const draft = draftOf(record);

describe('an edited user', () => {
  it('is sent whole, with the version that it was made from', () => {
    expect(bodyOf(draft, record)).toEqual(record);
    expect(bodyOf({ email: ' a@b.co ', isValid: false, maxRequests: '7' }, record)).toEqual({
      ...record,
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
