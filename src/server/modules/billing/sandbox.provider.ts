import { randomUUID } from 'node:crypto';
import { paymentWebhook } from '#contracts/billing.api.ts';
import { sandboxPage } from '#contracts/sandbox.api.ts';
import type { Database } from '#server/platform/db/database.ts';
import type { Log } from '#server/platform/log.ts';
import type { Outbound } from '#server/platform/outbound/outbound.ts';
import type { MadeOrder, NewOrder, OrderState, PaymentProvider } from './provider.ts';
import {
  captureSandboxOrder,
  chooseSandboxOrder,
  findSandboxOrder,
  insertSandboxOrder,
  refundSandboxOrder,
  type SandboxOrder,
} from './sandbox.store.ts';
import { SANDBOX_SIGNATURE, sandboxKey, sandboxMessage, signWebhook, verifySandbox } from './sandbox.webhook.ts';

export type { SandboxOrder } from './sandbox.store.ts';

export interface SandboxOptions {
  readonly db: Pick<Database, 'query'>;
  readonly secret: string;
  readonly publicUrl: string;
  readonly now: () => Date;
  /** The door to this product itself. */
  readonly door: Outbound;
  readonly log: Log;
  /** Runs something later; for the messages that come late. */
  readonly later?: (work: () => void, ms: number) => void;
}

/** How late a message is that the tester wants late, in ms. */
const LATE_MS = 5_000;

const newOrderId = (): string => `TEST${randomUUID().replaceAll('-', '').slice(0, 16).toUpperCase()}`;

const runLater = (work: () => void, ms: number): void => {
  setTimeout(work, ms).unref();
};

const stateOf = (order: SandboxOrder): OrderState => ({
  orderId: order.id,
  status: order.status,
  amountCents: order.amountCents,
  currency: order.currency,
  payee: null,
  customId: String(order.purchaseId),
  units: 1,
  captures:
    order.captureId === null || order.captureStatus === null
      ? []
      : [
          {
            id: order.captureId,
            status: order.captureStatus,
            amountCents: order.amountCents,
            currency: order.currency,
          },
        ],
  declined: false,
});

/** A return address as providers call it: with the order's id in the query. */
const withToken = (address: string, id: string): string => {
  const url = new URL(address);
  url.searchParams.set('token', id);
  return url.href;
};

/** The provider that is this product itself, for trying payments out: its page asks the tester what to do. */
export const createSandbox = ({ db, secret, publicUrl, now, door, log, later = runLater }: SandboxOptions) => {
  const key = sandboxKey(secret);

  const create = async (asked: NewOrder): Promise<MadeOrder> => {
    const id = await insertSandboxOrder(db, { ...asked, id: newOrderId() });
    return { orderId: id, link: `${publicUrl}${sandboxPage.path}?token=${id}`, payee: null };
  };

  const read = async (orderId: string): Promise<OrderState | null> => {
    const order = await findSandboxOrder(db, orderId);
    return order && stateOf(order);
  };

  const capture = async (orderId: string): Promise<OrderState | null> => {
    await captureSandboxOrder(db, orderId, `CAP${randomUUID().replaceAll('-', '').slice(0, 14).toUpperCase()}`);
    return read(orderId);
  };

  /** Sends a message over the network, like any provider; what is not taken is told and lost. */
  const send = async (raw: Buffer): Promise<void> => {
    try {
      const { status } = await door.request({
        method: 'POST',
        path: paymentWebhook.path.replace(':provider', 'sandbox'),
        headers: { 'Content-Type': 'application/json', [SANDBOX_SIGNATURE]: signWebhook(key, raw, now()) },
        body: raw,
        repeatable: true,
      });
      if (status !== 200) log.warn({ status }, 'a message of the sandbox was not taken');
    } catch (error) {
      log.warn({ err: error }, 'a message of the sandbox did not arrive');
    }
  };

  /** Tells of an order: at once and once, or late and twice. */
  const tell = (about: 'order' | 'refunded', orderId: string, awkward: boolean): Promise<void> => {
    const raw = sandboxMessage(about, orderId);
    if (!awkward) return send(raw);
    later(() => void send(raw).then(() => send(raw)), LATE_MS);
    return Promise.resolve();
  };

  /** The tester agrees to pay, or wants the payment to be declined; false when that has been said before. */
  const choose = (orderId: string, declines: boolean): Promise<boolean> => chooseSandboxOrder(db, orderId, declines);

  const provider = {
    name: 'sandbox',
    test: true,
    create,
    read,
    capture,
    readWebhook: (headers, raw) => verifySandbox(key, headers, raw, now()),
    verifyWebhook: async (headers, raw) => verifySandbox(key, headers, raw, now()),
  } satisfies PaymentProvider;

  return {
    provider,
    order: (orderId: string): Promise<SandboxOrder | null> => findSandboxOrder(db, orderId),
    choose,
    refund: (orderId: string): Promise<boolean> => refundSandboxOrder(db, orderId),
    tell,
    returnAddress: ({ id, returnUrl }: SandboxOrder): string => withToken(returnUrl, id),
    cancelAddress: ({ id, cancelUrl }: SandboxOrder): string => withToken(cancelUrl, id),
  };
};

export type Sandbox = ReturnType<typeof createSandbox>;
