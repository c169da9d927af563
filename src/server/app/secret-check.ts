import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';
import { Problem } from '#server/kernel/problem.ts';
import type { Executor } from '#server/platform/db/database.ts';
import { type Check, findCheck, insertCheck, replaceCheck } from './secret-check.store.ts';

/** The secret is not the one that this database was used with so far. */
export class SecretRefused extends Problem {
  override readonly name = 'SecretRefused';
}

/** What is wrong, with what to do about it. */
export const notTheSecret = (what: string): SecretRefused =>
  new SecretRefused(
    `${what}: restore it from the backup; if it is lost, \`kinodex secret accept\` goes on with a new one, with which ` +
      'no API token can be shown and no password is right',
  );

const LENGTH = 32;
const derive = promisify<string, Buffer, number, Buffer>(scrypt);

/** Made slowly, since an operator's own secret may be a phrase that could be guessed from it. */
const checkOf = async (secret: string): Promise<Check> => {
  const salt = randomBytes(16);
  return { salt, hash: await derive(secret, salt, LENGTH) };
};

/** Whether a database knows a secret already. */
export const knowsSecret = async (db: Executor): Promise<boolean> => (await findCheck(db)) !== undefined;

/** Throws SecretRefused for another secret than the first; `where` says what was read. The first is remembered. */
export const checkSecret = async (db: Executor, secret: string, where: string): Promise<void> => {
  let known = await findCheck(db);
  if (!known) {
    await insertCheck(db, await checkOf(secret));
    known = await findCheck(db);
  }
  if (known && timingSafeEqual(known.hash, await derive(secret, known.salt, LENGTH))) return;
  throw notTheSecret(`${where} is not the secret that this database was used with`);
};

/** Takes another secret from now on. */
export const acceptSecret = async (db: Executor, secret: string): Promise<void> =>
  replaceCheck(db, await checkOf(secret));
