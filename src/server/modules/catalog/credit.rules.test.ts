import { expect, it } from 'vitest';
import { type Credit, joinedCredits } from './credit.rules.ts';

const credit = (ordering: number, more: Partial<Credit> = {}): Credit => ({
  ...{ title: 1, role: 0, ordering, main: false, characters: null, job: null, remark: null },
  ...more,
});

it.each<[string, Credit[], Credit[], Credit[]]>([
  [
    'characters, those of whom it is merged into first and none twice, main and place of either',
    [credit(7, { characters: ['Clown', 'Anna'], remark: 'uncredited' })],
    [credit(2, { main: true, characters: ['Hero', 'Anna'], remark: 'voice' })],
    [credit(2, { main: true, characters: ['Clown', 'Anna', 'Hero'], remark: 'uncredited' })],
  ],
  [
    'jobs, and the remark of the other where there is none',
    [credit(1, { job: 'screenplay' })],
    [credit(2, { job: 'story, screenplay', remark: 'as M. L.' })],
    [credit(1, { job: 'screenplay, story', remark: 'as M. L.' })],
  ],
  ['what only one of them has', [credit(1)], [credit(2, { job: 'story' })], [credit(1, { job: 'story' })]],
  [
    'several credits of each to the first one',
    [credit(5, { characters: ['Anna'] }), credit(4, { characters: ['Clown'] })],
    [credit(3, { characters: ['Anna'] }), credit(6, { characters: ['Hero'] })],
    [credit(3, { characters: ['Clown', 'Hero'] }), credit(5, { characters: ['Anna'] })],
  ],
  ['nothing to join: the credits of the other', [], [credit(3), credit(2)], [credit(2), credit(3)]],
])('joins %s', (_what, own, others, joined) => expect(joinedCredits(own, others)).toEqual(joined));
