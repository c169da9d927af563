import { afterAll, expect, it } from 'vitest';
import { testDatabase } from '#test/support/database.ts';
import { removeSets, writeSet } from '#test/support/imdb-set.ts';
import { silentLog } from '#test/support/log.ts';
import { createImdbImport } from './import.service.ts';

const db = await testDatabase();
afterAll(removeSets);
const { run } = createImdbImport({ db, log: silentLog });

/** So many people, and lines that are none. */
const people = (good: number, bad: number): string =>
  writeSet({
    'name.basics': [
      ...Array.from({ length: good }, (_, at) => `nm${String(at + 1).padStart(7, '0')} | Ada | \\N | \\N | \\N | \\N`),
      ...Array.from({ length: bad }, () => 'nm1 | x'),
    ],
  });

it('one malformed line in a hundred is skipped, more are refused', async () => {
  expect((await run({ from: people(99, 1) })).files[0]).toMatchObject({ read: 100, added: 99, skipped: 1 });
  await expect(run({ from: people(148, 2) })).rejects.toThrow('2 of 150 lines are malformed');
});
