import {
  createOutbound,
  type OutboundAnswer,
  OutboundError,
  type OutboundOptions,
  type OutboundRequest,
} from '#server/platform/outbound/outbound.ts';
import type { PayPalSettings } from './billing.config.ts';
import { isOfPayPal } from './paypal.hosts.ts';
import { asOrder, eventOf, issuesOf, orderRequest, type PayPalOrder, payeeOf, stateOf } from './paypal.map.ts';
import { createPayPalToken } from './paypal.token.ts';
import {
  headerOf,
  type MadeOrder,
  type NewOrder,
  type OrderState,
  type PaymentProvider,
  type ProviderEvent,
  WEBHOOK_TOLERANCE,
  type WebhookHeaders,
} from './provider.ts';

export interface PayPalOptions extends PayPalSettings {
  readonly now?: () => Date;
  /** For tests: how the door out waits and how long. */
  readonly outbound?: Partial<OutboundOptions>;
}

const JSON_HEADERS = { 'Content-Type': 'application/json', Accept: 'application/json' };
/** A capture that the buyer's means of payment did not bear: another may. */
const DECLINED = new Set([
  'INSTRUMENT_DECLINED',
  'PAYER_ACTION_REQUIRED',
  'PAYER_CANNOT_PAY',
  'PAYER_ACCOUNT_RESTRICTED',
  'PAYER_ACCOUNT_LOCKED_OR_CLOSED',
  'TRANSACTION_REFUSED',
  'TRANSACTION_LIMIT_EXCEEDED',
]);
const SIGNATURE_HEADERS = {
  auth_algo: 'paypal-auth-algo',
  cert_url: 'paypal-cert-url',
  transmission_id: 'paypal-transmission-id',
  transmission_sig: 'paypal-transmission-sig',
  transmission_time: 'paypal-transmission-time',
} as const;
/** Printable, and no longer than PayPal's own are. */
const SIGNATURE_FORM = /^[!-~]{1,500}$/;

const parsed = (raw: Buffer): unknown => {
  try {
    return JSON.parse(raw.toString('utf8'));
  } catch {
    return undefined;
  }
};

const isSuccess = (value: unknown): boolean =>
  (value as { readonly verification_status?: unknown } | null)?.verification_status === 'SUCCESS';

/** PayPal's Orders v2. */
export const createPayPal = ({ baseUrl, clientId, clientSecret, webhookId, now, outbound }: PayPalOptions) => {
  const clock = now ?? (() => new Date());
  const door = createOutbound({ ...outbound, baseUrl });
  const token = createPayPalToken({ door, clientId, clientSecret, now: clock });

  /** With the access token; a refused one is renewed once. */
  const call = async (asked: Omit<OutboundRequest, 'repeatable'>): Promise<OutboundAnswer> => {
    const send = async (text: string) =>
      door.request({
        ...asked,
        headers: { ...JSON_HEADERS, ...asked.headers, Authorization: `Bearer ${text}` },
        // Reading is; orders and captures carry the id of their request; checking a signature changes nothing.
        repeatable: true,
      });
    const text = await token.get();
    const answer = await send(text);
    if (answer.status !== 401) return answer;
    token.drop(text);
    return send(await token.get());
  };

  const orderIn = (answer: OutboundAnswer, place: string): PayPalOrder => {
    if (answer.status !== 200 && answer.status !== 201)
      throw new OutboundError(place, 'status', { status: answer.status });
    const found = asOrder(answer.json());
    if (!found) throw new OutboundError(place, 'unreadable');
    return found;
  };

  const create = async (asked: NewOrder): Promise<MadeOrder> => {
    const place = 'POST /v2/checkout/orders';
    const headers = { 'PayPal-Request-Id': `${asked.requestId}-create`, Prefer: 'return=representation' };
    const body = JSON.stringify(orderRequest(asked));
    const made = orderIn(await call({ method: 'POST', path: '/v2/checkout/orders', headers, body }), place);
    const link = (made.links ?? []).find(({ rel }) => rel === 'payer-action' || rel === 'approve')?.href;
    if (link === undefined || !isOfPayPal(link, baseUrl)) throw new OutboundError(`${place}: link`, 'address');
    return { orderId: made.id, link, payee: payeeOf(made) };
  };

  const pathOf = (orderId: string): string => `/v2/checkout/orders/${encodeURIComponent(orderId)}`;

  const readWith = async (orderId: string, declined: boolean): Promise<OrderState | null> => {
    const answer = await call({ method: 'GET', path: pathOf(orderId) });
    return answer.status === 404 ? null : stateOf(orderIn(answer, 'GET /v2/checkout/orders'), declined);
  };
  const read = (orderId: string): Promise<OrderState | null> => readWith(orderId, false);

  /** How the order stands is always read anew: the answer to a capture need not hold all that has to be checked. */
  const capture = async (orderId: string, requestId: string): Promise<OrderState | null> => {
    const answer = await call({
      method: 'POST',
      path: `${pathOf(orderId)}/capture`,
      headers: { 'PayPal-Request-Id': `${requestId}-capture`, Prefer: 'return=representation' },
      body: '{}',
    });
    if (answer.status === 401 || answer.status === 403)
      throw new OutboundError('POST /v2/checkout/orders/capture', 'status', { status: answer.status });
    const declined = answer.status === 422 && issuesOf(answer.json()).some((issue) => DECLINED.has(issue));
    return readWith(orderId, declined);
  };

  /** The signature of a message that could be PayPal's: complete, of now, and to be checked at its own hosts. */
  const signatureIn = (headers: WebhookHeaders): Readonly<Record<string, string>> | null => {
    const signature: Record<string, string> = {};
    for (const [field, name] of Object.entries(SIGNATURE_HEADERS)) {
      const value = headerOf(headers, name);
      if (value === undefined || !SIGNATURE_FORM.test(value)) return null;
      signature[field] = value;
    }
    const { cert_url: certUrl = '', transmission_time: time = '' } = signature;
    if (!isOfPayPal(certUrl, baseUrl)) return null;
    return Math.abs(clock().getTime() - Date.parse(time)) <= WEBHOOK_TOLERANCE ? signature : null;
  };

  const readWebhook = (headers: WebhookHeaders, raw: Buffer): ProviderEvent | null =>
    signatureIn(headers) && eventOf(parsed(raw));

  /** Asks PayPal whether a message is its own, but only one that could be. */
  const verifyWebhook = async (headers: WebhookHeaders, raw: Buffer): Promise<ProviderEvent | null> => {
    const [signature, event] = [signatureIn(headers), eventOf(parsed(raw))];
    if (!signature || !event) return null;
    const about = JSON.stringify({ ...signature, webhook_id: webhookId });
    // The signature is over the very bytes that came, so these go back as they are.
    const body = Buffer.concat([Buffer.from(`${about.slice(0, -1)},"webhook_event":`), raw, Buffer.from('}')]);
    const path = '/v1/notifications/verify-webhook-signature';
    const answer = await call({ method: 'POST', path, body });
    if (answer.status === 401 || answer.status === 403)
      throw new OutboundError(`POST ${path}`, 'status', { status: answer.status });
    if (answer.status !== 200) return null;
    return isSuccess(answer.json()) ? event : null;
  };

  return { name: 'paypal', test: false, create, read, capture, readWebhook, verifyWebhook } satisfies PaymentProvider;
};
