import { randomBytes } from 'node:crypto';
import { Webhook } from 'standardwebhooks';
import { keyFor } from '#server/kernel/keys.ts';
import { sealed, unsealed } from '#server/kernel/seal.ts';

/** A new secret, which nobody can guess. */
export const newSecret = (): string => `whsec_${randomBytes(32).toString('base64')}`;

/** Secrets as they are kept, and again. */
export const createSecrets = (secret: string) => {
  const key = keyFor(secret, 'kinodex webhook secret');
  const seal = (text: string): Buffer => sealed(text, key);
  const unseal = (kept: Buffer): string => unsealed(kept, key);
  return {
    seal,
    unseal,
    /** Several secrets as one text, and again. */
    sealAll: (all: readonly string[]): Buffer => seal(all.join(' ')),
    unsealAll: (kept: Buffer): readonly string[] => unseal(kept).split(' '),
  };
};

export type Secrets = ReturnType<typeof createSecrets>;

/** The headers of a message, signed with each of the secrets. */
export const signed = (
  secrets: readonly string[],
  { id, at, body }: { readonly id: string; readonly at: Date; readonly body: string },
): Readonly<Record<string, string>> => ({
  'Content-Type': 'application/json',
  'webhook-id': id,
  'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
  'webhook-signature': secrets.map((one) => new Webhook(one).sign(id, at, body)).join(' '),
});
