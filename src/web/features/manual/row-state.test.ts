import { expect, it } from 'vitest';
import { mayChoose, stateOf } from './row-state.ts';

it.each([
  [{ waiting: true, result: 'no source knows it' }, 'WAITING', true],
  [{ waiting: true, result: 'OK' }, 'WAITING', false],
  [{ waiting: false, result: null }, 'NEW', true],
  [{ waiting: false, result: 'OK' }, 'OK', false],
  [{ waiting: false, result: 'ok' }, 'FAILED', true],
])('%j is %s', (row, state, may) => expect([stateOf(row), mayChoose(row)]).toEqual([state, may]));
