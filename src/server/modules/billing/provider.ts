/** Who takes the money. */
export type ProviderName = 'paypal' | 'sandbox';

export interface OrderItem {
  readonly name: string;
  /** Months. */
  readonly quantity: number;
  /** In all. */
  readonly cents: number;
}

export interface NewOrder {
  readonly purchaseId: number;
  /** The same whenever this order is asked for, however often. */
  readonly requestId: string;
  readonly items: readonly OrderItem[];
  readonly amountCents: number;
  /** ISO 4217. */
  readonly currency: string;
  /** Where the buyer goes after paying, and after giving up; the provider adds `token`, the order's id. */
  readonly returnUrl: string;
  readonly cancelUrl: string;
}

export interface MadeOrder {
  readonly orderId: string;
  /** The provider's page where the buyer pays. */
  readonly link: string;
  /** Who will get the money; null when the provider does not say. */
  readonly payee: string | null;
}

export interface Money {
  /** Null when it is no amount of cents. */
  readonly amountCents: number | null;
  readonly currency: string | null;
}

export interface Capture extends Money {
  readonly id: string;
  readonly status: 'COMPLETED' | 'PENDING' | 'DECLINED' | 'REFUNDED' | 'PARTIALLY_REFUNDED';
}

/** What a provider says of an order, in our words. */
export interface OrderState extends Money {
  readonly orderId: string;
  /** CREATED: the buyer has not agreed yet. APPROVED: the money can be taken. COMPLETED: it was tried, see the captures. */
  readonly status: 'CREATED' | 'APPROVED' | 'COMPLETED' | 'VOIDED';
  readonly payee: string | null;
  /** What we called it when we made it. */
  readonly customId: string | null;
  /** Parts that the order consists of; ours have one. */
  readonly units: number;
  readonly captures: readonly Capture[];
  /** The capture that was just asked for was refused; the buyer may pay in another way. */
  readonly declined: boolean;
}

/** A message of a provider. */
export interface ProviderEvent {
  readonly id: string;
  /** `order`: look at the order. `refunded`: money went back, look how much. `reversed`: all of it was taken back. */
  readonly about: 'order' | 'refunded' | 'reversed' | 'other';
  readonly orderId: string | null;
  readonly captureId: string | null;
}

export type WebhookHeaders = Readonly<Record<string, string | string[] | undefined>>;

/** A payment provider. Calls that get no useful answer throw OutboundError; each may be repeated. */
export interface PaymentProvider {
  readonly name: ProviderName;
  /** Payments here move no money. */
  readonly test: boolean;
  /** Makes an order; the same `requestId` gives the same order again. */
  readonly create: (order: NewOrder) => Promise<MadeOrder>;
  /** Null when the provider knows no such order. */
  readonly read: (orderId: string) => Promise<OrderState | null>;
  /** Takes the money of an approved order, once however often it is asked; answers how the order stands then. */
  readonly capture: (orderId: string, requestId: string) => Promise<OrderState | null>;
  /** What a message says, if it could be the provider's by all that can be known without asking anybody; else null. */
  readonly readWebhook: (headers: WebhookHeaders, raw: Buffer) => ProviderEvent | null;
  /** The event of a message, or null when the message is not the provider's, altered or too old. */
  readonly verifyWebhook: (headers: WebhookHeaders, raw: Buffer) => Promise<ProviderEvent | null>;
}

export type Providers = Readonly<Partial<Record<ProviderName, PaymentProvider>>>;

/** How old or how far ahead a message may be, in ms. */
export const WEBHOOK_TOLERANCE = 300_000;

/** A header as one text; undefined when it is missing or was sent twice. */
export const headerOf = (headers: WebhookHeaders, name: string): string | undefined => {
  const value = headers[name];
  return typeof value === 'string' && value !== '' ? value : undefined;
};
