import { hash } from 'node:crypto';

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

/** A token: `kdx_`, 32 base62 characters, told by numbers below 62 (190 bits), and the checksum. */
export const tokenFrom = (digit: () => number): string => {
  const secret = Array.from({ length: SECRET_LENGTH }, () => ALPHABET[digit()]).join('');
  return `kdx_${secret}${checksum(secret)}`;
};

/** Whether a text has the form and the checksum of a token. */
export const looksLikeToken = (text: string): boolean =>
  FORM.test(text) && checksum(text.slice(4, 4 + SECRET_LENGTH)) === text.slice(4 + SECRET_LENGTH);

/** What the database looks a token up by. */
export const tokenHash = (token: string): Buffer => hash('sha256', token, 'buffer');
