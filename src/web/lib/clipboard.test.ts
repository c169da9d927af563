import { expect, it } from 'vitest';
import { copy } from './clipboard.ts';

const yes = async () => {};
const no = async () => {
  throw new Error('not allowed');
};

it.each([
  ['the clipboard when it is there', yes, false, true],
  ['a selected field on plain HTTP', undefined, true, true],
  ['a selected field when the clipboard refuses', no, true, true],
  ['nothing when both fail, and says so', no, false, false],
  ['nothing where there is no way', undefined, false, false],
])('copies through %s', async (_, write, selects, done) => {
  expect(await copy('tt0017136', { write, select: () => selects })).toBe(done);
});
