import { expect, it } from 'vitest';
import { isEmail } from './email.ts';

it.each(['a@b.co', 'first.last+tag@sub.example.org', "o'neil@example.ie", `${'a'.repeat(64)}@example.org`])(
  'takes %s',
  (text) => expect(isEmail(text)).toBe(true),
);

it.each([
  '',
  'a',
  'a@',
  '@b.co',
  'a@b',
  'a b@c.de',
  'a@@b.co',
  '.a@b.co',
  'a..b@c.de',
  'a@-b.co',
  'a@b..co',
  `${'a'.repeat(65)}@example.org`,
  `a@${'b'.repeat(60)}.${'c'.repeat(60)}.${'d'.repeat(60)}.${'e'.repeat(60)}.${'f'.repeat(20)}.org`,
])('refuses %s', (text) => expect(isEmail(text)).toBe(false));
