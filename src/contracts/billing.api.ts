import { type Static, Type } from 'typebox';
import { endpoint, undocumented } from './endpoint.ts';
import { Moment } from './ids.ts';
import { exportOf } from './list-export.ts';
import { maybe } from './maybe.ts';
import { query } from './query.ts';
import { Sentence } from './session.ts';

const user = { tag: 'The signed-in user', access: 'session' } as const;

/** Months that can be bought at once. */
export const MAX_PERIOD = 12;

/** CREATED → COMPLETED or CANCELLED; COMPLETED → REFUNDED. */
const PAYMENT_STATUS = ['CREATED', 'COMPLETED', 'CANCELLED', 'REFUNDED'] as const;
export type PaymentStatus = (typeof PAYMENT_STATUS)[number];

/** What the provider calls an order. */
const Order = Type.String({
  minLength: 1,
  maxLength: 100,
  pattern: '^[\\w-]+$',
  'x-form': 'is an order as the payment provider named it: up to 100 letters, digits, - and _',
});

export const purchase = endpoint({
  ...user,
  name: 'user_purchase',
  method: 'POST',
  path: '/api/user/purchase',
  summary: 'Begin to buy products',
  description:
    'Priced from the products as they are now, never by the caller. With the header `Idempotency-Key` (up to 255 characters, kept 24 hours) the same call again gives the same answer; while the first is still going on, or was cut off within the last minute, it is 409 with `Retry-After`. An account has at most 20 open payments.',
  body: Type.Array(
    Type.Object(
      {
        idProduct: Type.Integer({ minimum: 1, maximum: 2_147_483_647 }),
        period: Type.Integer({ minimum: 1, maximum: MAX_PERIOD, description: 'Months.' }),
      },
      { additionalProperties: false },
    ),
    { minItems: 1, maxItems: 10 },
  ),
  reply: Type.Object(
    {
      method: Type.Literal('GET'),
      link: Type.String({ format: 'uri', description: "Where the browser goes to pay: the provider's page." }),
    },
    { $id: 'Purchase' },
  ),
  errors: [
    'invalid_body',
    'media_type',
    'test_payments_local',
    'product_unknown',
    'account_leaving',
    'orders_open',
    'idempotency_conflict',
    'payments_off',
    'provider_away',
    'anti_forgery',
  ],
});

const confirmed = {
  ...user,
  method: 'GET',
  query: query({ token: Order }),
  reply: Sentence,
} as const;

export const purchaseSuccess = endpoint({
  ...confirmed,
  name: 'user_purchase_success',
  path: '/api/user/purchase-success',
  summary: 'Finish a payment: where the provider sends the browser back to',
  description: 'Safe to call any number of times, by the buyer only. What was approved is captured once.',
  errors: ['invalid_parameter', 'payment_unknown', 'payment_pending', 'payment_refused', 'provider_away'],
});

export const purchaseError = endpoint({
  ...confirmed,
  name: 'user_purchase_error',
  path: '/api/user/purchase-error',
  summary: 'Cancel a payment that is not finished',
  errors: ['invalid_parameter', 'payment_unknown', 'payment_completed', 'provider_away'],
});

const Receipt = Type.Object(
  {
    number: Type.String({ description: 'Of the purchase; its items share it.' }),
    date: Moment,
    seller: Type.Array(Type.String(), { description: 'Name and address, line for line; empty where nothing is set.' }),
    sellerId: Type.String(),
    unitPrice: Type.Number({ description: 'Euros a month, the tax included.' }),
    taxName: Type.String(),
    taxPercent: Type.Number({ description: '0: no tax is named.' }),
    net: Type.Number({ description: 'Euros without the tax that the price contains.' }),
    tax: Type.Number({ description: 'Euros; net and tax make the price.' }),
    note: Type.String(),
  },
  { $id: 'Receipt', description: 'As the operator had it when the payment was completed; null before.' },
);
export type Receipt = Static<typeof Receipt>;

export const Payment = Type.Object(
  {
    idPayment: Type.Integer(),
    idProduct: maybe(Type.Integer({ description: 'Null when the product is no more.' })),
    feature: Type.String(),
    startDate: maybe(Moment),
    endDate: maybe(Moment),
    quantity: Type.Integer({ description: 'Months.' }),
    price: Type.Number({ description: 'Euros in all.' }),
    status: Type.Enum([...PAYMENT_STATUS]),
    insertDate: Moment,
    provider: Type.String(),
    order: Type.String(),
    test: Type.Boolean({ description: 'No money was moved.' }),
    receipt: maybe(Receipt),
  },
  { $id: 'Payment' },
);
export type Payment = Static<typeof Payment>;

export const payments = endpoint({
  ...user,
  name: 'user_payments',
  method: 'GET',
  path: '/api/user/payments',
  summary: 'Own payments, newest first',
  reply: Type.Array(Payment),
});

export const paymentsExport = exportOf(payments)({
  file: 'payments',
  columns: [
    ['Feature', 'feature'],
    ['Start date', 'startDate'],
    ['End date', 'endDate'],
    ['Months', 'quantity'],
    ['Price', 'price'],
    ['Status', 'status'],
    ['Order id', 'order'],
    ['Date', 'insertDate'],
    ['Provider', 'provider'],
    ['Test payment', 'test'],
    ['Payment id', 'idPayment'],
  ],
});

/** How the site has to speak of payments. */
export const paymentMethod = endpoint({
  tag: 'The public site',
  access: 'public',
  name: 'public_payment',
  method: 'GET',
  path: '/api/public/payment',
  summary: 'Whether products can be bought here, and whether that is a test',
  reply: Type.Object({ provider: Type.Enum(['paypal', 'sandbox', 'none']), test: Type.Boolean() }),
  errors: ['too_many_tries'],
  example: {},
});

/** Where providers send their messages: the bytes that they have signed. Only for providers that are set up. */
export const paymentWebhook = undocumented({
  method: 'POST',
  path: '/api/public/payment-webhook/:provider',
  access: 'signed',
  params: Type.Object({ provider: Type.String() }),
  query: 'any',
  takes: 'bytes',
  bodyLimit: 65_536,
});
