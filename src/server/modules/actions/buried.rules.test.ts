import { describe, expect, it } from 'vitest';
import { safeText } from '#server/kernel/mask.ts';
import { burying } from './buried.rules.ts';

const EMAIL = 'Ann+1@example.org';
const GONE = { accountId: 5, email: EMAIL, tokenIds: [7, 8] };
const bury = burying(GONE, [
  { email: EMAIL, isHeld: false },
  { email: 'former@example.org', isHeld: false },
  { email: 'held@example.org', isHeld: true },
]);
const NONE = { about: null, sent: null, before: null, after: null };
const aboutOf = (about: string) => bury({ ...NONE, about }).about;

describe('an address of somebody who is gone', () => {
  it('is replaced in any case wherever it stands by itself, also deep within records', () => {
    expect(
      bury({
        about: 'ann+1@EXAMPLE.org kdx_••••1234',
        sent: { email: EMAIL, n: 1, list: ['x', { to: `Write to <${EMAIL}>.`, not: null }] },
        before: null,
        after: { email: EMAIL },
      }),
    ).toEqual({
      about: 'deleted-5 kdx_••••1234',
      sent: { email: 'deleted-5', n: 1, list: ['x', { to: 'Write to <deleted-5>.', not: null }] },
      before: null,
      after: { email: 'deleted-5' },
    });
    expect(aboutOf('FORMER@example.org')).toBe('deleted-5');
  });

  it('is replaced as well where it was too long to be kept whole', () => {
    const email = `${'a'.repeat(60)}@${'b'.repeat(60)}.${'c'.repeat(60)}.${'d'.repeat(60)}.org`;
    const long = burying({ ...GONE, email }, [{ email, isHeld: false }]);
    expect(long({ ...NONE, about: safeText(email, 200), sent: { email } })).toEqual({
      ...{ ...NONE, about: 'deleted-5', sent: { email: 'deleted-5' } },
    });
  });

  it.each([
    'joAnn+1@example.org',
    'jo.ann+1@example.org',
    'ann+1@example.org.uk',
    'ann+1@example.organ',
    'annn1@example.org',
  ])('is no part of another one: %s', (other) => {
    expect(aboutOf(other)).toBe(other);
  });

  it('stays where it was somebody else’s, by the record or by now', () => {
    const theirs = { ...NONE, about: EMAIL, before: { email: EMAIL, idToken: 9 } };
    expect(bury(theirs)).toEqual(theirs);
    // Asked for by, or for, another one: it was already taken.
    expect(bury({ ...NONE, sent: { email: EMAIL }, before: { email: 'other@example.org', idToken: 9 } })).toEqual({
      ...{ ...NONE, sent: { email: 'deleted-5' }, before: { email: 'other@example.org', idToken: 9 } },
    });
    expect(aboutOf('held@example.org')).toBe('held@example.org');
    expect(bury({ ...NONE, about: 'held@example.org', after: { email: 'held@example.org', idToken: 8 } })).toEqual({
      ...{ ...NONE, about: 'deleted-5', after: { email: 'deleted-5', idToken: 8 } },
    });
  });
});
