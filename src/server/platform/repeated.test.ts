import { expect, it } from 'vitest';
import { keptLog } from '#test/support/log.ts';
import { createRepeated } from './repeated.ts';

it('work that fails is told of once, with its first reason, and again when it has succeeded and fails anew', () => {
  const log = keptLog({ fields: true });
  const work = createRepeated(log, { failing: 'not done', again: 'done again' });
  work.done();
  for (const why of ['first', 'second', 'third']) work.failed({ why });
  expect(work.failures()).toBe(3);
  work.done();
  work.done();
  work.failed({ why: 'fourth' });
  expect(log.lines).toEqual([
    'warn not done {"why":"first"}',
    'warn done again {"failures":3}',
    'warn not done {"why":"fourth"}',
  ]);
  createRepeated(log, { failing: 'lost', again: 'kept' }, 'error').failed({});
  expect(log.lines.at(-1)).toBe('error lost {}');
});
