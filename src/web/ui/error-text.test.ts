import { expect, it } from 'vitest';
import { errorText } from './error-text.ts';

const failed = (reason: string, text: string | null) => Object.assign(new Error(reason), { reason, text });

it.each([
  ['the server’s sentence', failed('busy', 'Too many sign-ins at once.'), 'Too many sign-ins at once.'],
  ['that nobody answered', failed('unreachable', null), 'Could not contact with server'],
  ['that the answer was no answer', failed('unreadable', null), 'Error contacting the server'],
  ['nothing of our own mistakes', new TypeError('x is undefined'), 'Error contacting the server'],
  ['nothing of what is no error', 'text', 'Error contacting the server'],
])('says %s', (_, error, text) => expect(errorText(error)).toBe(text));
