import { describe, expect, it } from 'vitest';
import {
  asOrder,
  asToken,
  centsIn,
  decimalOf,
  eventOf,
  issuesOf,
  orderRequest,
  payeeOf,
  stateOf,
} from './paypal.map.ts';

describe('amounts as PayPal writes them', () => {
  it('are cents, there and back', () => {
    for (const cents of [0, 1, 9, 10, 99, 100, 1_999, 2_147_483_647]) expect(centsIn(decimalOf(cents))).toBe(cents);
    expect([decimalOf(5), centsIn('27'), centsIn('27.5')]).toEqual(['0.05', 2_700, 2_750]);
    for (const text of ['', '1,00', '1.001', '-1.00', '1e2', ' 1.00', '١.00', 'NaN']) expect(centsIn(text)).toBeNull();
  });
});

const money = { currency_code: 'EUR', value: '19.99' };
const unit = { amount: money, payee: { merchant_id: 'SHOP' }, custom_id: '7' };
const order = { id: 'ORDER', status: 'COMPLETED', purchase_units: [unit] };

describe('an order', () => {
  it('is told in our words', () => {
    const captures = [{ id: 'C1', status: 'COMPLETED', amount: money }];
    expect(stateOf({ ...order, purchase_units: [{ ...unit, payments: { captures } }] })).toEqual({
      orderId: 'ORDER',
      status: 'COMPLETED',
      amountCents: 1_999,
      currency: 'EUR',
      payee: 'SHOP',
      customId: '7',
      units: 1,
      captures: [{ id: 'C1', status: 'COMPLETED', amountCents: 1_999, currency: 'EUR' }],
      declined: false,
    });
    expect(stateOf(order, true)).toMatchObject({ captures: [], declined: true });
  });

  it('says nothing of what it does not hold', () => {
    const nothing = { amountCents: null, currency: null, payee: null, customId: null, captures: [] };
    expect(stateOf({ id: 'ORDER', status: 'CREATED' })).toMatchObject({ ...nothing, units: 0 });
    expect(stateOf({ id: 'ORDER', status: 'CREATED', purchase_units: [{}] })).toMatchObject({ ...nothing, units: 1 });
    expect(payeeOf({ id: 'ORDER', status: 'CREATED', purchase_units: [{ payee: {} }] })).toBeNull();
  });

  it('is judged by its first unit and by the captures of all', () => {
    const other = { custom_id: '8', payments: { captures: [{ id: 'C2', status: 'PENDING' }] } };
    expect(stateOf({ ...order, purchase_units: [unit, other] })).toMatchObject({
      amountCents: 1_999,
      payee: 'SHOP',
      customId: '7',
      units: 2,
      captures: [{ id: 'C2', amountCents: null, currency: null }],
    });
  });

  it.each([
    ['APPROVED', 'APPROVED'],
    ['COMPLETED', 'COMPLETED'],
    ['VOIDED', 'VOIDED'],
    ['PAYER_ACTION_REQUIRED', 'CREATED'],
    ['SAVED', 'CREATED'],
  ])('that is %s stands for us as %s', (status, ours) => expect(stateOf({ ...order, status }).status).toBe(ours));

  it.each([
    ['COMPLETED', 'COMPLETED'],
    ['DECLINED', 'DECLINED'],
    ['FAILED', 'DECLINED'],
    ['REFUNDED', 'REFUNDED'],
    ['PARTIALLY_REFUNDED', 'PARTIALLY_REFUNDED'],
    ['PENDING', 'PENDING'],
    ['WHATEVER_COMES', 'PENDING'],
  ])('whose capture is %s has one that is %s', (status, ours) => {
    const captures = [{ id: 'C1', status }];
    expect(stateOf({ ...order, purchase_units: [{ payments: { captures } }] }).captures[0]?.status).toBe(ours);
  });

  it('is read from what looks like one only', () => {
    expect(asOrder({ ...order, more: true })).toMatchObject(order);
    for (const value of [null, 'ORDER', { id: 'ORDER' }, { ...order, purchase_units: {} }])
      expect(asOrder(value)).toBeNull();
  });

  it('is asked for with what is sold, and nothing is shipped', () => {
    const asked = {
      purchaseId: 7,
      requestId: 'R',
      items: [
        { name: 'Basic', quantity: 1, cents: 900 },
        { name: 'x'.repeat(101), quantity: 12, cents: 1_099 },
      ],
      amountCents: 1_999,
      currency: 'EUR',
      returnUrl: 'https://films.example/back',
      cancelUrl: 'https://films.example/cancelled',
    };
    const item = { quantity: '1', category: 'DIGITAL_GOODS' };
    expect(orderRequest(asked)).toEqual({
      intent: 'CAPTURE',
      purchase_units: [
        {
          custom_id: '7',
          description: 'Kinodex API',
          amount: { ...money, breakdown: { item_total: money } },
          items: [
            { ...item, name: 'Basic (1 month)', unit_amount: { currency_code: 'EUR', value: '9.00' } },
            { ...item, name: `${'x'.repeat(100)} (12 months)`, unit_amount: { currency_code: 'EUR', value: '10.99' } },
          ],
        },
      ],
      payment_source: {
        paypal: {
          experience_context: {
            brand_name: 'Kinodex',
            shipping_preference: 'NO_SHIPPING',
            user_action: 'PAY_NOW',
            return_url: 'https://films.example/back',
            cancel_url: 'https://films.example/cancelled',
          },
        },
      },
    });
  });
});

it('an access token and the issues of a refusal are read from what looks like them only', () => {
  expect(asToken({ access_token: 'A', expires_in: 5, scope: '' })).toMatchObject({ access_token: 'A', expires_in: 5 });
  for (const value of [{ access_token: '', expires_in: 5 }, { access_token: 'A' }, null])
    expect(asToken(value)).toBeNull();
  expect(issuesOf({ details: [{ issue: 'ONE' }, { issue: 'TWO' }] })).toEqual(['ONE', 'TWO']);
  for (const value of [null, {}, { details: [{}] }]) expect(issuesOf(value)).toEqual([]);
});

describe('a message', () => {
  const capture = 'https://api-m.paypal.com/v2/payments/captures/CAP-1';
  const event = (event_type: string, resource: object, id = 'WH-1') => eventOf({ id, event_type, resource });

  it.each([
    ['CHECKOUT.ORDER.APPROVED', 'order'],
    ['CHECKOUT.ORDER.COMPLETED', 'order'],
    ['CHECKOUT.ORDER.WHATEVER', 'other'],
  ])('%s names the order', (type, about) => {
    expect(event(type, { id: 'ORDER' })).toEqual({ id: 'WH-1', about, orderId: 'ORDER', captureId: null });
  });

  it.each(['COMPLETED', 'PENDING', 'DECLINED', 'DENIED'])(
    'PAYMENT.CAPTURE.%s names the capture and its order',
    (what) => {
      const resource = { id: 'CAP-1', supplementary_data: { related_ids: { order_id: 'ORDER' } } };
      const both = { id: 'WH-1', about: 'order', orderId: 'ORDER', captureId: 'CAP-1' };
      expect(event(`PAYMENT.CAPTURE.${what}`, resource)).toEqual(both);
    },
  );

  it.each([
    ['REFUNDED', 'refunded'],
    ['REVERSED', 'reversed'],
  ])('PAYMENT.CAPTURE.%s names the capture by its link upwards', (what, about) => {
    const links = [
      { rel: 'self', href: 'https://api-m.paypal.com/v2/payments/captures/CAP-9' },
      { rel: 'up', href: capture },
    ];
    const found = { id: 'WH-1', about, orderId: null, captureId: 'CAP-1' };
    expect(event(`PAYMENT.CAPTURE.${what}`, { id: 'REF-1', links })).toEqual(found);
    const none = { ...found, captureId: null };
    expect(event(`PAYMENT.CAPTURE.${what}`, { id: 'REF-1' })).toEqual(none);
    expect(event(`PAYMENT.CAPTURE.${what}`, { id: 'REF-1', links: links.slice(0, 1) })).toEqual(none);
    expect(event(`PAYMENT.CAPTURE.${what}`, { links: [{ rel: 'up', href: `${capture}/refund` }] })).toEqual(none);
  });

  it('about something else is told as such', () => {
    expect(event('BILLING.PLAN.CREATED', {})).toEqual({ id: 'WH-1', about: 'other', orderId: null, captureId: null });
  });

  it.each(['', 'ORDER 1', "ORDER'--", '../ORDER', 'ORDER/capture', 'ORDER\n', 'x'.repeat(101)])(
    'names no order that cannot be one: %j',
    (id) => expect(event('CHECKOUT.ORDER.APPROVED', { id })?.orderId).toBeNull(),
  );

  it('has an id that can be kept', () => {
    expect(event('CHECKOUT.ORDER.APPROVED', {}, 'x'.repeat(200))?.id).toHaveLength(200);
    for (const id of ['', 'WH 1', 'WH\u0000', 'x'.repeat(201)])
      expect(event('CHECKOUT.ORDER.APPROVED', {}, id)).toBeNull();
    expect(event('CHECKOUT.ORDER.APPROVED', { id: 'x'.repeat(100) })?.orderId).toHaveLength(100);
  });

  it('is none without a kind and a subject', () => {
    for (const value of [null, [], {}, { id: 'WH-1', resource: {} }, { id: 'WH-1', event_type: 'X' }])
      expect(eventOf(value)).toBeNull();
  });
});
