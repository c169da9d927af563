import { isIP } from 'node:net';
import { addressOf } from '#server/kernel/network.ts';
import { isPrivateAddress } from '#server/platform/outbound/private.rules.ts';

const said = (text: string): unknown => {
  if (!text.startsWith('{')) return text;
  try {
    return (JSON.parse(text) as { readonly ip?: unknown }).ip;
  } catch {
    return undefined;
  }
};

/**
 * The public network address that a service answers, as text or as `{"ip": …}`, in its one spelling; null where the answer
 * is anything else, an address of a private network among it.
 */
export const publicAddressIn = (body: string): string | null => {
  const text = said(body.trim());
  if (typeof text !== 'string' || isIP(text) === 0 || isPrivateAddress(text)) return null;
  return addressOf(text) ?? null;
};
