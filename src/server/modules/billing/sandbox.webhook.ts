import { createHmac, type KeyObject, randomUUID, timingSafeEqual } from 'node:crypto';
import { Type } from 'typebox';
import { Compile } from 'typebox/compile';
import { keyFor } from '#server/kernel/keys.ts';
import { headerOf, type ProviderEvent, WEBHOOK_TOLERANCE, type WebhookHeaders } from './provider.ts';

export const SANDBOX_SIGNATURE = 'kinodex-signature';

const Message = Compile(
  Type.Object({
    id: Type.String({ minLength: 1, maxLength: 100 }),
    about: Type.Enum(['order', 'refunded']),
    order: Type.String({ minLength: 1, maxLength: 100 }),
  }),
);

/** What the sandbox's messages are signed with: follows from KINODEX_SECRET and is good for nothing else. */
export const sandboxKey = (secret: string): KeyObject => keyFor(secret, 'kinodex sandbox webhook');

const macOf = (key: KeyObject, seconds: string, raw: Buffer): Buffer =>
  createHmac('sha256', key).update(`${seconds}.`).update(raw).digest();

/** The signature of a message: when it was made, in seconds, and the HMAC-SHA256 over that and its bytes. */
export const signWebhook = (key: KeyObject, raw: Buffer, at: Date): string => {
  const seconds = String(Math.floor(at.getTime() / 1000));
  return `t=${seconds},v1=${macOf(key, seconds, raw).toString('hex')}`;
};

/** A message about an order, as it is sent. */
export const sandboxMessage = (about: 'order' | 'refunded', order: string): Buffer =>
  Buffer.from(JSON.stringify({ id: `evt_${randomUUID()}`, about, order }));

const FORM = /^t=(\d{1,12})((?:,v1=[0-9a-f]{64}){1,5})$/;

/** The event of a message; null when none of its signatures fits or it is older than five minutes. */
export const verifySandbox = (
  key: KeyObject,
  headers: WebhookHeaders,
  raw: Buffer,
  now: Date,
): ProviderEvent | null => {
  const found = FORM.exec(headerOf(headers, SANDBOX_SIGNATURE) ?? '');
  if (!found) return null;
  const [, seconds = '', signatures = ''] = found;
  const right = macOf(key, seconds, raw);
  const fits = signatures
    .split(',v1=')
    .slice(1)
    .some((hex) => timingSafeEqual(Buffer.from(hex, 'hex'), right));
  if (!fits || Math.abs(now.getTime() - Number(seconds) * 1000) > WEBHOOK_TOLERANCE) return null;
  try {
    const message: unknown = JSON.parse(raw.toString('utf8'));
    if (!Message.Check(message)) return null;
    return { id: message.id, about: message.about, orderId: message.order, captureId: null };
  } catch {
    return null;
  }
};
