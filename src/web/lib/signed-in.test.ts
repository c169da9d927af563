import { expect, it } from 'vitest';
import { isSignedIn } from './signed-in.ts';

const session = {
  token: 'a.b.c',
  email: 'a@b.co',
  role: 'USER',
  returnUrl: '/token',
  profile: { darkTheme: 0, maxRegs: 20 },
};

it('takes what the server answers to a sign-in', () => expect(isSignedIn(session)).toBe(true));

it.each([
  [undefined],
  [null],
  ['signed in'],
  [{}],
  [{ ...session, token: '' }],
  [{ ...session, email: undefined }],
  [{ ...session, role: 'OWNER' }],
  [{ ...session, profile: undefined }],
  [{ ...session, profile: {} }],
])('begins no session with %j', (data) => expect(isSignedIn(data)).toBe(false));
