import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';
import { Problem } from '#server/kernel/problem.ts';
import type { Executor } from '#server/platform/db/database.ts';

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

interface Check {
  readonly salt: Buffer;
  readonly hash: Buffer;
}

const LENGTH = 32;
const derive = promisify<string, Buffer, number, Buffer>(scrypt);

/** Made slowly, since an operator's own secret may be a phrase that could be guessed from it. */
const checkOf = async (secret: string): Promise<Check> => {
  const salt = randomBytes(16);
  return { salt, hash: await derive(secret, salt, LENGTH) };
};

const findCheck = async (db: Executor): Promise<Check | undefined> =>
  (await db.query<{ salt: Buffer; hash: Buffer }>('select salt, hash from secret_check')).rows[0];

const writeCheck = async (db: Executor, { salt, hash }: Check, whenThere: string): Promise<void> => {
  await db.query(`insert into secret_check (salt, hash) values ($1, $2) on conflict (one) do ${whenThere}`, [
    salt,
    hash,
  ]);
};

/** Whether a database knows a secret already. */
export const knowsSecret = async (db: Executor): Promise<boolean> => (await findCheck(db)) !== undefined;

/** Throws SecretRefused for another secret than the first; `where` says what was read. The first is remembered. */
export const checkSecret = async (db: Executor, secret: string, where: string): Promise<void> => {
  let known = await findCheck(db);
  if (!known) {
    await writeCheck(db, await checkOf(secret), 'nothing');
    // Another process may have been first.
    known = await findCheck(db);
  }
  if (known && timingSafeEqual(known.hash, await derive(secret, known.salt, LENGTH))) return;
  throw notTheSecret(`${where} is not the secret that this database was used with`);
};

/** Takes another secret from now on. */
export const acceptSecret = async (db: Executor, secret: string): Promise<void> =>
  writeCheck(db, await checkOf(secret), 'update set salt = excluded.salt, hash = excluded.hash');
