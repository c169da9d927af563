import { expect, it } from 'vitest';
import { broughtBack } from './brought-back.ts';

it.each([
  ['state=s.1&code=a%2Fb&iss=https%3A%2F%2Fx', { state: 's.1', code: 'a/b', iss: 'https://x' }],
  ['state=s.1&error=access_denied&more=1', { state: 's.1', error: 'access_denied' }],
  ['', { state: 'none' }],
  ['state=&code=', { state: 'none', code: '' }],
])('%j brings %j', (said, found) => expect(broughtBack(said)).toEqual(found));
