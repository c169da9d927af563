import { expect, it } from 'vitest';
import { ConfigProblems, readConfig } from './config.ts';

const problems = (environment: Record<string, string>): unknown => {
  try {
    return readConfig(environment, '/srv');
  } catch (error) {
    return error instanceof ConfigProblems ? error.problems : error;
  }
};

it.each([
  ['smtp://mail.example', 'Films <films@example.org>', ['mail.example', 587, false, null, 'Films']],
  ['smtps://me:p%40ss%2F@mail.example/', 'films@example.org', ['mail.example', 465, true, 'me p@ss/', '']],
  ['smtp://[::1]:2525', '<films@example.org>', ['::1', 2525, false, null, '']],
])('send mail by %s from %s', (url, from, expected) => {
  const { mail } = readConfig({ SMTP_URL: url, MAIL_FROM: from }, '/srv');
  const { credentials = null } = mail ?? {};
  const said = credentials && `${credentials.user} ${credentials.password}`;
  expect([mail?.host, mail?.port, mail?.isTls, said, mail?.from.name]).toEqual(expected);
  expect(mail?.from.address).toBe('films@example.org');
});

it.each([
  [{ SMTP_URL: 'smtp://mail.example' }, /^MAIL_FROM must be set/],
  [
    { SMTP_URL: 'http://mail.example', MAIL_FROM: 'a@example.org' },
    /^SMTP_URL must be an address that begins with smtp/,
  ],
  [{ SMTP_URL: 'smtp://mail.example/?x=1', MAIL_FROM: 'a@example.org' }, /^SMTP_URL must be smtp:/],
  [{ SMTP_URL: 'smtp://mail.example/path', MAIL_FROM: 'a@example.org' }, /^SMTP_URL must be smtp:/],
  [{ SMTP_URL: 'smtp://me:%zz@mail.example', MAIL_FROM: 'a@example.org' }, /^SMTP_URL must be smtp:/],
  [{ MAIL_FROM: 'Films <films>' }, /^MAIL_FROM must be an email address/],
  [{ MAIL_FROM: 'a@example.org\r\nBcc: b@example.org' }, /^MAIL_FROM must be an email address/],
])('send no mail by %j', (settings, problem) => {
  expect(problems(settings)).toEqual([expect.stringMatching(problem)]);
});

it('send no mail where nothing is said', () => {
  expect(readConfig({}, '/srv').mail).toBeNull();
  expect(readConfig({ MAIL_FROM: 'a@example.org' }, '/srv').mail).toBeNull();
});
