import { expect, it } from 'vitest';
import { countLine } from './progress.ts';

it('counted work is told with a bar, a rate and what is left, as soon as there is a rate', () => {
  const at = (done: number, seconds: number) => countLine({ file: 'titles.jsonl.gz', done, all: 4_000 }, seconds);
  expect(at(0, 0.1)).toBe('[........................]   0 %  titles.jsonl.gz  0 of 4,000');
  expect(at(1_000, 2)).toBe('[######..................]  25 %  titles.jsonl.gz  1,000 of 4,000  500/s  0:06 left');
  expect(countLine({ file: 'people.jsonl.gz', done: 0, all: 0 }, 1)).toContain('100 %');
});
