import { createHmac, randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { crc32 } from 'node:zlib';
import type { PayPalSettings } from '#server/modules/billing/billing.config.ts';
import { type FakeOrder, type FakeUnit, orderJson, refusal, resourceOf } from './paypal-orders.ts';
import { paypalSchemas } from './paypal-schemas.ts';

/** Before a call has its effect, and after it when nothing has been answered yet. */
export type Phase = 'before' | 'after';

/** How a call goes wrong: without an effect or after it, by a cut connection, an error, or silence. Or it arrives twice. */
export type Trouble = `${'cut' | 'error' | 'silent'} ${Phase}` | 'twice';

export interface FakeCall {
  readonly method: string;
  /** As PayPal describes it: `/v2/checkout/orders/{id}/capture`. */
  readonly path: string;
  readonly requestId: string | undefined;
}

interface Reply {
  readonly status: number;
  readonly body: unknown;
}

const SIGNING = 'what only PayPal knows';
const CLIENT = { clientId: 'client', clientSecret: 'client-secret', webhookId: 'WEBHOOK1' };
const PAYEE = 'MERCHANT23456';

/** PayPal's Orders v2 on this machine: it keeps orders, is idempotent by request id, and can lie and fail. */
export const startPayPal = async () => {
  const schemas = paypalSchemas();
  const orders = new Map<string, FakeOrder>();
  const requests = new Map<string, string>();
  const calls: FakeCall[] = [];
  const problems = new Set<string>();
  const busy = new Set<string>();
  let trouble: (call: FakeCall) => Trouble | null = () => null;
  let heard: (call: FakeCall, phase: Phase) => void | Promise<void> = () => {};
  let lie: (order: FakeOrder) => void = () => {};
  let nextCapture = 'COMPLETED';
  let linkRel = 'payer-action';
  let captured = 0;
  let made = 0;
  const tokens = new Set<string>();

  const told = (id: string): Reply => {
    const order = orders.get(id);
    if (!order) return { status: 404, body: refusal('RESOURCE_NOT_FOUND', 'INVALID_RESOURCE_ID') };
    const copy = structuredClone(order);
    lie(copy);
    return { status: 200, body: orderJson(copy, base, linkRel) };
  };

  const create = (call: FakeCall, body: { purchase_units: FakeUnit[] }): Reply => {
    const before = requests.get(`create ${call.requestId}`);
    if (before !== undefined) return told(before);
    const id = randomUUID().replaceAll('-', '').slice(0, 17).toUpperCase();
    const purchase_units = body.purchase_units.map((unit) => ({
      ...unit,
      reference_id: 'default',
      payee: { merchant_id: PAYEE, email_address: 'shop@example.com' },
    }));
    orders.set(id, { id, status: 'PAYER_ACTION_REQUIRED', purchase_units, declines: false });
    requests.set(`create ${call.requestId}`, id);
    return { ...told(id), status: 201 };
  };

  const capture = async (call: FakeCall, id: string): Promise<Reply> => {
    const order = orders.get(id);
    if (!order) return told(id);
    if (requests.get(`capture ${call.requestId}`) === id && order.status === 'COMPLETED') return told(id);
    // Of two calls at the same time the second may fail.
    if (busy.has(id)) return { status: 409, body: refusal('RESOURCE_CONFLICT', 'PREVIOUS_REQUEST_IN_PROGRESS') };
    if (order.status === 'COMPLETED')
      return { status: 422, body: refusal('UNPROCESSABLE_ENTITY', 'ORDER_ALREADY_CAPTURED') };
    if (order.status !== 'APPROVED')
      return { status: 422, body: refusal('UNPROCESSABLE_ENTITY', 'ORDER_NOT_APPROVED') };
    if (order.declines) return { status: 422, body: refusal('UNPROCESSABLE_ENTITY', 'INSTRUMENT_DECLINED') };
    busy.add(id);
    await new Promise((resolve) => setImmediate(resolve));
    busy.delete(id);
    const unit = order.purchase_units[0] as FakeUnit;
    const money = { currency_code: unit.amount.currency_code, value: unit.amount.value };
    order.status = 'COMPLETED';
    unit.payments = { captures: [{ id: `CAP${id}`, status: nextCapture, amount: money, final_capture: true }] };
    requests.set(`capture ${call.requestId}`, id);
    captured += 1;
    return { ...told(id), status: 201 };
  };

  const signatureOf = (id: string, time: string, raw: Buffer): string =>
    createHmac('sha256', SIGNING)
      .update(`${id}|${time}|${CLIENT.webhookId}|${crc32(raw)}`)
      .digest('hex');

  const verify = (text: string): Reply => {
    const asked = JSON.parse(text) as Record<string, string>;
    // The event as it was sent stands last, byte for byte.
    const raw = Buffer.from(text.slice(text.indexOf('"webhook_event":') + 16, -1), 'latin1');
    const right = signatureOf(asked.transmission_id ?? '', asked.transmission_time ?? '', raw);
    const genuine =
      asked.webhook_id === CLIENT.webhookId &&
      asked.transmission_sig === right &&
      asked.auth_algo === 'SHA256withRSA' &&
      asked.cert_url === `${base}/v1/notifications/certs/CERT-1`;
    return { status: 200, body: { verification_status: genuine ? 'SUCCESS' : 'FAILURE' } };
  };

  const answer = async (call: FakeCall, id: string, text: string, authorization: string): Promise<Reply> => {
    if (call.path === '/v1/oauth2/token') {
      const right = `Basic ${Buffer.from(`${CLIENT.clientId}:${CLIENT.clientSecret}`).toString('base64')}`;
      if (authorization !== right || text !== 'grant_type=client_credentials')
        return { status: 401, body: { error: 'invalid_client' } };
      const token = `token-${++made}`;
      tokens.add(token);
      return { status: 200, body: { access_token: token, token_type: 'Bearer', expires_in: 3_600 } };
    }
    if (!tokens.has(authorization.replace('Bearer ', '')))
      return { status: 401, body: refusal('AUTHENTICATION_FAILURE', 'INVALID_TOKEN') };
    const body: unknown = text === '' ? undefined : JSON.parse(text);
    const wrong = text === '' ? null : schemas?.check(call.path, call.method.toLowerCase(), 'request', body);
    if (call.path === '/v1/notifications/verify-webhook-signature')
      return wrong ? { status: 400, body: refusal('VALIDATION_ERROR', 'INVALID') } : verify(text);
    if (wrong) problems.add(wrong);
    if (call.path.endsWith('/capture')) return capture(call, id);
    return call.method === 'POST' ? create(call, body as { purchase_units: FakeUnit[] }) : told(id);
  };

  /** Puts an error into PayPal's words. */
  const worded = ({ path, method }: FakeCall, status: number, body: unknown): void => {
    const { details: [detail] = [] } = body as { details?: { issue: string; description: string }[] };
    const words = detail && schemas?.words(path, method.toLowerCase(), status, detail.issue);
    if (!words) return;
    detail.description = words.description;
    Object.assign(body as object, { message: words.message });
  };

  const serve = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part as Buffer);
    const text = Buffer.concat(parts).toString('latin1');
    const id = /^\/v2\/checkout\/orders\/([^/]+)/.exec(request.url ?? '')?.[1] ?? '';
    const path = id === '' ? (request.url ?? '') : (request.url ?? '').replace(id, '{id}');
    const requestId = request.headers['paypal-request-id'] as string | undefined;
    const call: FakeCall = { method: request.method ?? '', path, requestId };
    calls.push(call);
    await heard(call, 'before');
    const goesWrong = trouble(call);
    if (goesWrong === 'cut before') return void request.socket.destroy();
    if (goesWrong === 'error before') return void response.writeHead(500).end('{}');
    if (goesWrong === 'silent before') return;
    const authorization = request.headers.authorization ?? '';
    if (goesWrong === 'twice') await answer(call, id, text, authorization);
    const { status, body } = await answer(call, id, text, authorization);
    await heard(call, 'after');
    if (goesWrong === 'cut after') return void request.socket.destroy();
    if (goesWrong === 'error after') return void response.writeHead(500).end('{}');
    if (goesWrong === 'silent after') return;
    worded(call, status, body);
    const wrong = path === '/v1/oauth2/token' ? null : schemas?.check(path, call.method.toLowerCase(), status, body);
    if (wrong) problems.add(wrong);
    response.writeHead(status, { 'Content-Type': 'application/json' }).end(JSON.stringify(body));
  };

  const server = createServer((request, response) => void serve(request, response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const settings: PayPalSettings = { baseUrl: base, ...CLIENT };

  const orderOf = (id: string): FakeOrder => {
    const order = orders.get(id);
    if (!order) throw new Error(`there is no order ${id}`);
    return order;
  };

  /** A message as PayPal sends it, with its headers. */
  const message = (type: string, orderId: string, at = new Date()) => {
    const resource = resourceOf(type, orderOf(orderId), base);
    const event = {
      id: `WH-${randomUUID()}`,
      event_version: '1.0',
      event_type: type,
      summary: 'An event',
      resource,
    };
    const raw = Buffer.from(JSON.stringify({ ...event, create_time: at.toISOString() }));
    const id = randomUUID();
    const time = at.toISOString();
    const headers: Record<string, string> = {
      'paypal-auth-algo': 'SHA256withRSA',
      'paypal-cert-url': `${base}/v1/notifications/certs/CERT-1`,
      'paypal-transmission-id': id,
      'paypal-transmission-sig': signatureOf(id, time, raw),
      'paypal-transmission-time': time,
    };
    return { headers, raw };
  };

  return {
    settings,
    calls,
    /** What was wrong with requests and answers by PayPal's own description. */
    problems,
    /** Why the requests and answers were not compared with that; empty when they were. */
    unchecked: schemas ? '' : ' (skipped: no test data)',
    /** How often money was taken. */
    captured: (): number => captured,
    /** Whether money was taken for an order, once. */
    isCaptured: (id: string): boolean => orderOf(id).purchase_units[0]?.payments?.captures.length === 1,
    orderIds: (): string[] => [...orders.keys()],
    approve: (id: string): void => {
      orderOf(id).status = 'APPROVED';
    },
    /** The buyer agrees with a means of payment that will not bear it. */
    approveInVain: (id: string): void => {
      Object.assign(orderOf(id), { status: 'APPROVED', declines: true });
    },
    /** Money goes back, all or part of it. */
    refund: (id: string, status: 'REFUNDED' | 'PARTIALLY_REFUNDED' = 'REFUNDED'): void => {
      for (const each of orderOf(id).purchase_units[0]?.payments?.captures ?? []) each.status = status;
    },
    captureAs: (status: string): void => {
      nextCapture = status;
    },
    lieBy: (change: (order: FakeOrder) => void): void => {
      lie = change;
    },
    failBy: (when: (call: FakeCall) => Trouble | null): void => {
      trouble = when;
    },
    /** Is told of every call at both its phases; the call waits for what it answers. */
    onCall: (listener: (call: FakeCall, phase: Phase) => void | Promise<void>): void => {
      heard = listener;
    },
    linkAs: (rel: 'approve' | 'payer-action'): void => {
      linkRel = rel;
    },
    /** The tokens that were given out hold no more. */
    dropTokens: (): void => tokens.clear(),
    message,
    close: (): Promise<void> => {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
};

export type PayPalFake = Awaited<ReturnType<typeof startPayPal>>;
