import { expect, it } from 'vitest';
import { passwordProblems } from './rules.ts';

const problems = (password: string, confirmPassword: string, currentPassword = '', current = false) =>
  passwordProblems({ password, confirmPassword, currentPassword }, current);

it('asks for both passwords, of 6 characters, and alike', () => {
  expect(problems('', '')).toEqual({
    password: 'Password is required',
    confirmPassword: 'Confirm password is required',
  });
  expect(problems('12345', '12345')).toEqual({
    password: 'Password must be at least 6 characters',
    confirmPassword: 'Confirm password must be at least 6 characters',
  });
  expect(problems('123456', '654321')).toEqual({ confirmPassword: 'The passwords differ' });
  expect(problems('123456', '123456')).toEqual({});
});

it('takes at most 256 characters', () => {
  const [most, more] = ['x'.repeat(256), 'x'.repeat(257)];
  expect(problems(most, most, most, true)).toEqual({});
  expect(problems(more, more, more, true)).toEqual({
    currentPassword: 'Current password must be at most 256 characters',
    password: 'Password must be at most 256 characters',
    confirmPassword: 'Confirm password must be at most 256 characters',
  });
});

it('asks for the current password only when that is needed', () => {
  expect(problems('123456', '123456', '', true)).toEqual({ currentPassword: 'Current password is required' });
  expect(problems('123456', '123456', 'old', true)).toEqual({});
});
