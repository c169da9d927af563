import { describe, expect, it } from 'vitest';
import { CallFailed, UNEXPLAINED } from '#web/lib/call-failed.ts';
import { changesOf, draftOf, draftProblems, isChanged, refusedFields } from './user-edit.ts';

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
  it('sends nothing that stays as it is', () => {
    expect(changesOf({ ...draft, email: ` ${record.email} ` }, record)).toEqual({});
    expect(isChanged(draft, record)).toBe(false);
    expect(changesOf({ ...draft, maxRequests: '7' }, record)).toEqual({ maxRequests: 7 });
    expect(changesOf({ email: 'a@b.co', isValid: false, maxRequests: '5' }, record)).toEqual({
      email: 'a@b.co',
      isValid: 0,
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

  it('shows what the server says of a field, with the name of the field once', () => {
    const refused = (message: string) =>
      refusedFields(
        new CallFailed({
          ...UNEXPLAINED,
          status: 400,
          reason: 'invalid_body',
          details: [{ field: 'email', message }],
        }),
      );
    const found = { email: 'Email must be a valid email address' };
    expect(refused('must be a valid email address')).toEqual(found);
    expect(refused('Email must be a valid email address')).toEqual(found);
  });
});
