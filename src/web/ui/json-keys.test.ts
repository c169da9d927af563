import { expect, it } from 'vitest';
import { buttonAfter } from './json-keys.ts';

const BUTTONS = ['true', null, 'false', null];

it.each([
  ['ArrowDown', -1, 0],
  ['ArrowDown', 0, 1],
  ['ArrowDown', 3, null],
  ['ArrowUp', 0, null],
  ['ArrowUp', 2, 1],
  ['ArrowLeft', 0, 0],
  ['ArrowRight', 0, 1],
  ['ArrowRight', 2, 2],
  ['ArrowLeft', 2, 1],
  ['Home', 3, 0],
  ['End', 0, 3],
  ['Enter', 0, null],
  ['Tab', 0, null],
])('%s at %o leads to %o', (key, at, to) => expect(buttonAfter(key, at, BUTTONS)).toBe(to));
