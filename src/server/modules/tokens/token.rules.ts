import { createCipheriv, createDecipheriv, hash, hkdfSync, randomBytes, randomInt } from 'node:crypto';

const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const SECRET_LENGTH = 32;
const FORM = /^kdx_[0-9A-Za-z]{38}$/;

/** Six base62 characters of the SHA-256: a mistyped token is refused without asking the database. */
const checksum = (secret: string): string => {
  let rest = BigInt(`0x${hash('sha256', `kdx_${secret}`, 'hex').slice(0, 16)}`);
  let text = '';
  for (let place = 0; place < 6; place++) {
    text += ALPHABET[Number(rest % 62n)];
    rest /= 62n;
  }
  return text;
};

/** A new API token: `kdx_`, 32 random base62 characters (190 bits) and the checksum. */
export const newToken = (): string => {
  const secret = Array.from({ length: SECRET_LENGTH }, () => ALPHABET[randomInt(62)]).join('');
  return `kdx_${secret}${checksum(secret)}`;
};

/** Whether a text has the form and the checksum of a token. */
export const looksLikeToken = (text: string): boolean =>
  FORM.test(text) && checksum(text.slice(4, 4 + SECRET_LENGTH)) === text.slice(4 + SECRET_LENGTH);

/** What the database looks a token up by. */
export const tokenHash = (token: string): Buffer => hash('sha256', token, 'buffer');

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
