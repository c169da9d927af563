import { createOutbound, OutboundError } from '#server/platform/outbound/outbound.ts';
import type { PayPalSettings } from './billing.config.ts';
import { createPayPalToken } from './paypal.token.ts';

/** How PayPal takes the settings: the address of the webhook that they name, null where PayPal knows no such webhook. */
export type PayPalWord = { readonly webhook: string | null } | 'refused' | 'unavailable';

export const askPayPal = async (
  { baseUrl, clientId, clientSecret, webhookId }: PayPalSettings,
  { signal, now }: { readonly signal: AbortSignal; readonly now: () => Date },
): Promise<PayPalWord> => {
  const door = createOutbound({ baseUrl, tries: 1 });
  try {
    const token = await createPayPalToken({ door, clientId, clientSecret, now }).get();
    const { status, json } = await door.request({
      ...{ method: 'GET', path: `/v1/notifications/webhooks/${encodeURIComponent(webhookId)}` },
      ...{ headers: { Authorization: `Bearer ${token}` }, repeatable: true, signal },
    });
    if (status === 400 || status === 404) return { webhook: null };
    if (status !== 200) return status === 401 || status === 403 ? 'refused' : 'unavailable';
    const { url } = json() as { readonly url?: unknown };
    return { webhook: typeof url === 'string' ? url : null };
  } catch (error) {
    signal.throwIfAborted();
    if (!(error instanceof OutboundError)) throw error;
    return error.status === 401 || error.status === 403 ? 'refused' : 'unavailable';
  }
};
