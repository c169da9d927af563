import { expect, it } from 'vitest';
import { tabAfter } from './tab-keys.ts';

const NAMES = ['info', 'akas', 'metadata'] as const;

it.each([
  [']', 'info', 'akas'],
  ['[', 'akas', 'info'],
  [']', 'metadata', 'info'],
  ['[', 'info', 'metadata'],
  ['x', 'info', null],
] as const)('%s leads from %s to %s', (key, open, to) => expect(tabAfter(key, NAMES, open)).toBe(to));

it('leads nowhere from a tab that is not there', () => expect(tabAfter<string>(']', NAMES, 'seasons')).toBeNull());
