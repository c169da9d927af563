import { createCipheriv, createDecipheriv, hkdfSync, randomBytes, randomInt } from 'node:crypto';
import { tokenFrom } from './token.rules.ts';

/** A new API token, which nobody can guess. */
export const newToken = (): string => tokenFrom(() => randomInt(62));

const keyOf = (secret: string): Buffer => Buffer.from(hkdfSync('sha256', secret, '', 'kinodex api token', 32));

/** AES-256-GCM: 12 bytes of nonce, 16 of tag, the ciphertext. */
export const seal = (token: string, secret: string): Buffer => {
  const nonce = randomBytes(12);
  const cipher = createCipheriv('aes-256-gcm', keyOf(secret), nonce);
  const text = Buffer.concat([cipher.update(token, 'utf8'), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), text]);
};

/** The token again. Throws when it was sealed under another secret. */
export const unseal = (sealed: Buffer, secret: string): string => {
  const decipher = createDecipheriv('aes-256-gcm', keyOf(secret), sealed.subarray(0, 12));
  decipher.setAuthTag(sealed.subarray(12, 28));
  return Buffer.concat([decipher.update(sealed.subarray(28)), decipher.final()]).toString('utf8');
};
