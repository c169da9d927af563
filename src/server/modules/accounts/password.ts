import { randomInt } from 'node:crypto';
import { hash, verify } from '@node-rs/argon2';
import { failure } from '#server/kernel/failure.ts';
import { keyFor } from '#server/kernel/keys.ts';

const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;
/** Each takes 19 MiB and a core for some hundredths of a second: more at once would starve the requests of programs. */
const AT_ONCE = 2;
const LONGEST_QUEUE = 32;

const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

/** A hash of the usual cost that no password has. */
const NOBODYS = `$argon2id$v=19$m=${COST.memoryCost},t=${COST.timeCost},p=${COST.parallelism}$${'A'.repeat(22)}$${'A'.repeat(43)}`;

/** A password that nobody can guess: 20 base62 characters, 119 bits. */
export const newPassword = (): string => Array.from({ length: 20 }, () => ALPHABET[randomInt(62)]).join('');

/** The same characters can be typed as different code points. */
const bytesOf = (text: string): string => text.normalize('NFKC');

/** Passwords as Argon2id with a pepper that the database does not hold. Throws `busy` when too many wait already. */
export const createPasswords = ({ secret }: { readonly secret: string }) => {
  const pepper = keyFor(secret, 'kinodex password').export();
  const options = { ...COST, secret: pepper };
  const waiting: (() => void)[] = [];
  let running = 0;

  const inTurn = async <T>(work: () => Promise<T>): Promise<T> => {
    if (running < AT_ONCE) running += 1;
    else if (waiting.length >= LONGEST_QUEUE) throw failure('busy', undefined, { headers: { 'Retry-After': '1' } });
    else await new Promise<void>((resolve) => waiting.push(resolve));
    try {
      return await work();
    } finally {
      const next = waiting.shift();
      if (next) next();
      else running -= 1;
    }
  };

  return {
    hash: (text: string): Promise<string> => inTurn(() => hash(bytesOf(text), options)),
    /** Whether a text is the password; without a hash to compare with, the same work for the answer no. */
    verify: (phc: string | null, text: string): Promise<boolean> =>
      inTurn(async () => (await verify(phc ?? NOBODYS, bytesOf(text), options)) && phc !== null),
  };
};

export type Passwords = ReturnType<typeof createPasswords>;
