import { expect, it } from 'vitest';
import { createRepeated } from './repeated.ts';

it('work that fails is told of once, with its first reason, and again when it has succeeded and fails anew', () => {
  const lines: string[] = [];
  const keep = (level: string) => (details: object, text: string) =>
    void lines.push(`${level}: ${text} ${JSON.stringify(details)}`);
  const log = { warn: keep('warn'), error: keep('error') };
  const work = createRepeated(log, { failing: 'not done', again: 'done again' });
  work.done();
  for (const why of ['first', 'second', 'third']) work.failed({ why });
  expect(work.failures()).toBe(3);
  work.done();
  work.done();
  work.failed({ why: 'fourth' });
  expect(lines).toEqual([
    'warn: not done {"why":"first"}',
    'warn: done again {"failures":3}',
    'warn: not done {"why":"fourth"}',
  ]);
  createRepeated(log, { failing: 'lost', again: 'kept' }, 'error').failed({});
  expect(lines.at(-1)).toBe('error: lost {}');
});
