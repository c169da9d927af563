import type { OrderState } from './provider.ts';

type Capture = OrderState['captures'][number];

/** An order of 9 euros that nobody has agreed to yet. */
export const order = (changed: Partial<OrderState> = {}): OrderState => ({
  orderId: 'ORDER',
  status: 'CREATED',
  amountCents: 900,
  currency: 'EUR',
  payee: 'SHOP',
  customId: '7',
  units: 1,
  captures: [],
  declined: false,
  ...changed,
});

/** Its money, taken. */
export const CAPTURE: Capture = { id: 'C1', status: 'COMPLETED', amountCents: 900, currency: 'EUR' };

/** The order, done with one capture. */
export const captured = (changed: Partial<Capture> = {}): OrderState =>
  order({ status: 'COMPLETED', captures: [{ ...CAPTURE, ...changed }] });
