import { type Static, Type } from 'typebox';
import { Compile } from 'typebox/compile';
import { monthsText } from './billing.rules.ts';
import type { Capture, Money, NewOrder, OrderState, ProviderEvent } from './provider.ts';

/** What we read of PayPal's answers; whatever else they hold may change. */
const Amount = Type.Object({ currency_code: Type.String(), value: Type.String() });
const Link = Type.Object({ href: Type.String(), rel: Type.String() });
const Captured = Type.Object({ id: Type.String(), status: Type.String(), amount: Type.Optional(Amount) });
const Unit = Type.Object({
  amount: Type.Optional(Amount),
  payee: Type.Optional(Type.Object({ merchant_id: Type.Optional(Type.String()) })),
  custom_id: Type.Optional(Type.String()),
  payments: Type.Optional(Type.Object({ captures: Type.Optional(Type.Array(Captured)) })),
});
const Order = Type.Object({
  id: Type.String(),
  status: Type.String(),
  purchase_units: Type.Optional(Type.Array(Unit)),
  links: Type.Optional(Type.Array(Link)),
});
const Related = Type.Object({ related_ids: Type.Optional(Type.Object({ order_id: Type.Optional(Type.String()) })) });
const Event = Type.Object({
  id: Type.String({ pattern: '^[!-~]{1,200}$' }),
  event_type: Type.String(),
  resource: Type.Object({
    id: Type.Optional(Type.String()),
    supplementary_data: Type.Optional(Related),
    links: Type.Optional(Type.Array(Link)),
  }),
});
export type PayPalOrder = Static<typeof Order>;

const order = Compile(Order);
const event = Compile(Event);
const token = Compile(Type.Object({ access_token: Type.String({ minLength: 1 }), expires_in: Type.Number() }));
const issues = Compile(Type.Object({ details: Type.Array(Type.Object({ issue: Type.String() })) }));

export const asOrder = (value: unknown): PayPalOrder | null => (order.Check(value) ? value : null);
export const asToken = (value: unknown) => (token.Check(value) ? value : null);
export const issuesOf = (value: unknown): readonly string[] =>
  issues.Check(value) ? value.details.map(({ issue }) => issue) : [];

/** `19.99`. */
export const decimalOf = (cents: number): string =>
  `${Math.trunc(cents / 100)}.${String(cents % 100).padStart(2, '0')}`;

/** Cents of an amount as PayPal writes it; null when it is not that. */
export const centsIn = (decimal: string): number | null => {
  const found = /^(\d{1,12})(?:\.(\d{1,2}))?$/.exec(decimal);
  return found ? Number(found[1]) * 100 + Number((found[2] ?? '').padEnd(2, '0')) : null;
};

const moneyOf = (amount: Static<typeof Amount> | undefined): Money => ({
  amountCents: amount ? centsIn(amount.value) : null,
  currency: amount?.currency_code ?? null,
});

const STATUS: Readonly<Record<string, OrderState['status']>> = {
  APPROVED: 'APPROVED',
  COMPLETED: 'COMPLETED',
  VOIDED: 'VOIDED',
};
const CAPTURE_STATUS: Readonly<Record<string, Capture['status']>> = {
  COMPLETED: 'COMPLETED',
  DECLINED: 'DECLINED',
  FAILED: 'DECLINED',
  REFUNDED: 'REFUNDED',
  PARTIALLY_REFUNDED: 'PARTIALLY_REFUNDED',
};

export const payeeOf = ({ purchase_units: units = [] }: PayPalOrder): string | null =>
  units[0]?.payee?.merchant_id ?? null;

/** A state that is not known yet is one that still waits for something. */
export const stateOf = (found: PayPalOrder, declined = false): OrderState => {
  const { purchase_units: units = [] } = found;
  const captures = units.flatMap(({ payments }) => payments?.captures ?? []);
  return {
    orderId: found.id,
    status: STATUS[found.status] ?? 'CREATED',
    ...moneyOf(units[0]?.amount),
    payee: payeeOf(found),
    customId: units[0]?.custom_id ?? null,
    units: units.length,
    captures: captures.map(({ id, status, amount }) => ({
      id,
      status: CAPTURE_STATUS[status] ?? 'PENDING',
      ...moneyOf(amount),
    })),
    declined,
  };
};

/** The body that makes an order. Its one unit carries the purchase's id, by which the answers are checked. */
export const orderRequest = (asked: NewOrder) => {
  const money = (cents: number) => ({ currency_code: asked.currency, value: decimalOf(cents) });
  return {
    intent: 'CAPTURE',
    purchase_units: [
      {
        custom_id: String(asked.purchaseId),
        description: 'Kinodex API',
        amount: { ...money(asked.amountCents), breakdown: { item_total: money(asked.amountCents) } },
        items: asked.items.map(({ name, quantity, cents }) => ({
          name: `${name.slice(0, 100)} (${monthsText(quantity)})`,
          quantity: '1',
          category: 'DIGITAL_GOODS',
          unit_amount: money(cents),
        })),
      },
    ],
    payment_source: {
      paypal: {
        experience_context: {
          brand_name: 'Kinodex',
          shipping_preference: 'NO_SHIPPING',
          user_action: 'PAY_NOW',
          return_url: asked.returnUrl,
          cancel_url: asked.cancelUrl,
        },
      },
    },
  };
};

const ABOUT: Readonly<Record<string, ProviderEvent['about']>> = {
  'CHECKOUT.ORDER.APPROVED': 'order',
  'CHECKOUT.ORDER.COMPLETED': 'order',
  'PAYMENT.CAPTURE.COMPLETED': 'order',
  'PAYMENT.CAPTURE.PENDING': 'order',
  'PAYMENT.CAPTURE.DECLINED': 'order',
  'PAYMENT.CAPTURE.DENIED': 'order',
  'PAYMENT.CAPTURE.REFUNDED': 'refunded',
  'PAYMENT.CAPTURE.REVERSED': 'reversed',
};

/** The capture that a refund belongs to stands only in its link upwards. */
const captureAbove = (links: readonly Static<typeof Link>[]): string | null =>
  /\/captures\/([A-Za-z0-9-]+)$/.exec(links.find(({ rel }) => rel === 'up')?.href ?? '')?.[1] ?? null;

/** What may be looked up: text from anybody holds anything else too. */
const ID = /^[\w-]{1,100}$/;
const idIn = (text: string | null | undefined): string | null => (text && ID.test(text) ? text : null);

/** Null for what is no event. */
export const eventOf = (value: unknown): ProviderEvent | null => {
  if (!event.Check(value)) return null;
  const { id, event_type: type, resource } = value;
  const about = ABOUT[type] ?? 'other';
  if (type.startsWith('CHECKOUT.ORDER.')) return { id, about, orderId: idIn(resource.id), captureId: null };
  const orderId = idIn(resource.supplementary_data?.related_ids?.order_id);
  const captureId = idIn(about === 'order' ? resource.id : captureAbove(resource.links ?? []));
  return { id, about, orderId, captureId };
};
