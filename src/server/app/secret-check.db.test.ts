import { beforeEach, expect, it } from 'vitest';
import { testDatabase } from '#test/support/database.ts';
import { acceptSecret, checkSecret, knowsSecret, SecretRefused } from './secret-check.ts';

const db = await testDatabase();
beforeEach(() => db.query('delete from secret_check'));

const FIRST = 'the first secret, of 32 characters';
const OTHER = 'another one, of 32 characters too.';

it('knows the first secret again and refuses another, saying which and what to do', async () => {
  expect(await knowsSecret(db)).toBe(false);
  await checkSecret(db, FIRST, 'KINODEX_SECRET');
  expect(await knowsSecret(db)).toBe(true);
  await checkSecret(db, FIRST, 'KINODEX_SECRET');
  const refused = checkSecret(db, OTHER, 'KINODEX_SECRET');
  await expect(refused).rejects.toBeInstanceOf(SecretRefused);
  await expect(refused).rejects.toThrow(/^KINODEX_SECRET is not the secret .*: restore .* `kinodex secret accept`/);
});

it('takes one of two that come first together', async () => {
  const both = await Promise.allSettled([checkSecret(db, FIRST, 'a'), checkSecret(db, OTHER, 'b')]);
  expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
});

it('takes another one for good when that is wanted', async () => {
  await checkSecret(db, FIRST, 'KINODEX_SECRET');
  await acceptSecret(db, OTHER);
  await checkSecret(db, OTHER, 'KINODEX_SECRET');
  await expect(checkSecret(db, FIRST, 'KINODEX_SECRET')).rejects.toBeInstanceOf(SecretRefused);
});

it('keeps nothing of the secret that could be read', async () => {
  await checkSecret(db, FIRST, 'KINODEX_SECRET');
  const { rows } = await db.query('select * from secret_check');
  expect(JSON.stringify(rows)).not.toContain('secret,');
});
