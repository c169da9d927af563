import { type KeyObject, randomInt } from 'node:crypto';
import { keyFor } from '#server/kernel/keys.ts';
import { sealed, unsealed } from '#server/kernel/seal.ts';
import { tokenFrom } from './token.rules.ts';

/** A new API token, which nobody can guess. */
export const newToken = (): string => tokenFrom(() => randomInt(62));

const keyOf = (secret: string): KeyObject => keyFor(secret, 'kinodex api token');

/** A token as it is kept. */
export const seal = (token: string, secret: string): Buffer => sealed(token, keyOf(secret));

/** The token again. Throws when it was sealed under another secret. */
export const unseal = (kept: Buffer, secret: string): string => unsealed(kept, keyOf(secret));
