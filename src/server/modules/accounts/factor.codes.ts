import { hash, randomInt } from 'node:crypto';
import { Secret, TOTP } from 'otpauth';

/** Seconds that a code is shown. */
const PERIOD = 30;
/** Steps before and after this one whose codes are good too: clocks differ, and people type slowly. */
const WINDOW = 1;
const RECOVERY_CODES = 10;
/** What cannot be taken for another letter or digit: ten of them are 49 bits. */
const LETTERS = 'abcdefghjkmnpqrstuvwxyz23456789';
const RECOVERY_LENGTH = 10;

/** 160 bits in base32, as apps want them. */
export const newKey = (): string => new Secret({ size: 20 }).base32;

const codesOf = (key: string, more: { readonly issuer?: string; readonly label?: string } = {}): TOTP =>
  new TOTP({ ...more, secret: Secret.fromBase32(key), period: PERIOD, digits: 6, algorithm: 'SHA1' });

/** What a QR code for an app holds. */
export const uriOf = (key: string, issuer: string, label: string): string => codesOf(key, { issuer, label }).toString();

/** What was typed, without what only makes it easier to read. */
const plainCode = (typed: string): string => typed.replace(/[\s-]/g, '').toLowerCase();

/** The step of which this is the code; null when it is none of now. */
export const stepOf = (key: string, typed: string, now: Date): number | null => {
  const token = plainCode(typed);
  if (!/^\d{6}$/.test(token)) return null;
  const timestamp = now.getTime();
  const delta = codesOf(key).validate({ token, timestamp, window: WINDOW });
  return delta === null ? null : Math.floor(timestamp / 1_000 / PERIOD) + delta;
};

/** Codes for who has lost the app, as they are shown: `abcde-fghjk`. */
export const newRecoveryCodes = (): readonly string[] =>
  Array.from({ length: RECOVERY_CODES }, () => {
    const letters = Array.from({ length: RECOVERY_LENGTH }, () => LETTERS[randomInt(LETTERS.length)]).join('');
    return `${letters.slice(0, 5)}-${letters.slice(5)}`;
  });

/** What is kept of a recovery code. */
export const recoveryHash = (code: string): Buffer => hash('sha256', plainCode(code), 'buffer');
