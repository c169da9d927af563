/** Orders as PayPal's stand-in keeps and writes them. */

interface FakeMoney {
  currency_code: string;
  value: string;
}

export interface FakeUnit {
  reference_id?: string;
  custom_id?: string;
  amount: FakeMoney;
  payee?: { merchant_id?: string; email_address?: string };
  payments?: { captures: { id: string; status: string; amount: FakeMoney; final_capture: boolean }[] };
}

export interface FakeOrder {
  id: string;
  status: string;
  purchase_units: FakeUnit[];
  /** The means of payment will not bear the capture. */
  declines: boolean;
}

const page = 'https://www.sandbox.paypal.com/checkoutnow?token=';

/** The page of a stand-in stands on its own origin, like its API. */
export const orderJson = ({ declines: _, ...order }: FakeOrder, base: string, rel: string) => ({
  ...order,
  intent: 'CAPTURE',
  create_time: '2026-11-21T10:00:00Z',
  links: [
    { href: `${base}/v2/checkout/orders/${order.id}`, rel: 'self', method: 'GET' },
    { href: page.replace('https://www.sandbox.paypal.com', base) + order.id, rel, method: 'GET' },
  ],
});

export const refusal = (name: string, issue: string) => ({
  name,
  message: 'The request cannot be done.',
  debug_id: 'f00d',
  details: [{ issue, description: 'Said in words.' }],
});

/** What a message of a kind is about: the order, its capture, or a refund that names the capture only in a link. */
export const resourceOf = (type: string, { id, purchase_units }: FakeOrder, base: string): object => {
  const captureId = `CAP${id}`;
  if (type.startsWith('CHECKOUT')) return { id, status: 'APPROVED', intent: 'CAPTURE', purchase_units };
  if (!/REFUNDED|REVERSED/.test(type))
    return { id: captureId, status: 'COMPLETED', supplementary_data: { related_ids: { order_id: id } } };
  const up = { href: `${base}/v2/payments/captures/${captureId}`, rel: 'up', method: 'GET' };
  return { id: `REF${id}`, status: 'COMPLETED', links: [up] };
};
