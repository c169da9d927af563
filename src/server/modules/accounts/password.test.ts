import { describe, expect, it } from 'vitest';
import { Failure } from '#server/kernel/failure.ts';
import { createPasswords, newPassword } from './password.ts';

const secret = 'a secret of at least 32 characters';
const passwords = createPasswords({ secret });

describe('a password', () => {
  it('is kept as Argon2id with 19 MiB, two passes and a salt of its own', async () => {
    const [one, two] = await Promise.all([passwords.hash('correct horse'), passwords.hash('correct horse')]);
    expect(one).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    expect(one).not.toBe(two);
    expect(await passwords.verify(one, 'correct horse')).toBe(true);
    expect(await passwords.verify(one, 'correct horsE')).toBe(false);
    expect(await passwords.verify(one, '')).toBe(false);
  });

  it('cannot be tried without the secret that the database does not hold', async () => {
    const phc = await passwords.hash('correct horse');
    expect(await createPasswords({ secret: `${secret}!` }).verify(phc, 'correct horse')).toBe(false);
  });

  it('is the same however its characters are composed', async () => {
    const phc = await passwords.hash('caf\u00e9 au lait');
    expect(await passwords.verify(phc, 'cafe\u0301 au lait')).toBe(true);
  });

  it('that nobody has is compared with something all the same, and never right', async () => {
    for (const text of ['', 'secret', 'A'.repeat(43)]) expect(await passwords.verify(null, text)).toBe(false);
  });

  it('that the product makes has 20 letters and digits and is another each time', () => {
    const made = Array.from({ length: 50 }, newPassword);
    expect(new Set(made).size).toBe(50);
    for (const one of made) expect(one).toMatch(/^[0-9A-Za-z]{20}$/);
  });
});

describe('more at once than the machine can take', () => {
  it('waits, 32 of them, and beyond that is told to come again', async () => {
    const asked = Array.from({ length: 40 }, () => passwords.verify(null, 'x'));
    const done = await Promise.allSettled(asked);
    const refused = done.flatMap((one) => (one.status === 'rejected' ? [one.reason as unknown] : []));
    expect(done.slice(0, 34).every(({ status }) => status === 'fulfilled')).toBe(true);
    expect(refused).toHaveLength(6);
    for (const error of refused) {
      expect(error).toBeInstanceOf(Failure);
      expect(error).toMatchObject({ reason: 'busy', status: 503, headers: { 'Retry-After': '1' } });
    }
    // Nothing of the queue is left behind.
    expect(await passwords.verify(await passwords.hash('again'), 'again')).toBe(true);
  });
});
