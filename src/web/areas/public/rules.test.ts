import { describe, expect, it } from 'vitest';
import { loginProblems, registerProblems, strengthOf } from './rules.ts';

describe('the sign-in form', () => {
  it('wants an email and a password of 6 characters', () => {
    expect(loginProblems({ email: '', password: '' })).toEqual({
      email: 'Email is required',
      password: 'Password must be at least 6 characters',
    });
    expect(loginProblems({ email: 'anything', password: '12345' })).toEqual({
      password: 'Password must be at least 6 characters',
    });
    expect(loginProblems({ email: 'anything', password: '123456' })).toEqual({});
  });
});

it.each([
  [256, {}],
  [257, { password: 'Password must be at most 256 characters' }],
])('a password of %d characters', (length, found) => {
  const password = 'x'.repeat(length);
  expect(loginProblems({ email: 'a@b.co', password })).toEqual(found);
  expect(registerProblems({ email: 'a@b.co', password, confirmPassword: password })).toEqual({
    ...found,
    ...(length > 256 && { confirmPassword: 'Repeat password must be at most 256 characters' }),
  });
});

describe('the registration form', () => {
  const good = { email: 'a@b.co', password: 'secret', confirmPassword: 'secret' };

  it('wants a well-formed email and both passwords', () => {
    expect(registerProblems(good)).toEqual({});
    expect(registerProblems({ ...good, email: 'a@b' })).toEqual({ email: 'Email must be a valid email address' });
    expect(registerProblems({ email: '', password: '', confirmPassword: '12345' })).toEqual({
      email: 'Email is required',
      password: 'Password is required',
      confirmPassword: 'Repeat password must be at least 6 characters',
    });
  });

  it('wants the two to be the same', () => {
    expect(registerProblems({ ...good, confirmPassword: 'secreT' })).toEqual({
      confirmPassword: 'The passwords differ',
    });
  });

  it('only hints at strength', () => {
    expect(['123456', 'aaaaaaaaaaaaaaa', 'abcd1234', 'abcdefgh1234', 'a long enough sentence'].map(strengthOf)).toEqual(
      [0, 0, 1, 2, 3],
    );
  });
});
