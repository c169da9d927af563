import { afterAll, describe, expect, it } from 'vitest';
import { testDatabase } from '#test/support/database.ts';
import { startPayPal } from '#test/support/paypal-fake.ts';
import { sellingOn, tokenIn } from '#test/support/selling.ts';

const db = await testDatabase();
const fake = await startPayPal();
const publicUrl = 'http://127.0.0.1:8080';
const { app, get, buy, statusOf } = await sellingOn({ db, provider: 'paypal', paypal: fake.settings, publicUrl });
afterAll(() => Promise.all([app.close(), fake.close()]));

const post = (headers: Record<string, string>, payload: Buffer | string, provider = 'paypal') =>
  app.inject({
    method: 'POST',
    url: `/api/public/payment-webhook/${provider}`,
    headers: { 'content-type': 'application/json', ...headers },
    payload,
  });

describe('messages of the provider', () => {
  it('complete what the buyer never came back to, once, though they come a hundred times', async () => {
    const order = tokenIn(await buy());
    fake.approve(order);
    const captured = fake.captured();
    const { headers, raw } = fake.message('CHECKOUT.ORDER.APPROVED', order);
    const answers = [];
    for (let at = 0; at < 100; at += 10)
      answers.push(...(await Promise.all(Array.from({ length: 10 }, () => post(headers, raw)))));
    expect(new Set(answers.map(({ statusCode }) => statusCode))).toEqual(new Set([200]));
    expect(answers[0]?.json()).toEqual({
      code: 200,
      data: 'Received',
      error: null,
      page: null,
      total: null,
      regs: null,
    });
    expect([await statusOf(order), fake.captured() - captured]).toEqual(['COMPLETED', 1]);
    const { rows } = await db.query(
      `select 1 from plan_grant g join payment p on p.id = g.payment_id join purchase u on u.id = p.purchase_id where u.order_id = $1`,
      [order],
    );
    expect(rows).toHaveLength(1);
  });

  it('end what was refunded, when the order shows it; all of it and not a part', async () => {
    const order = tokenIn(await buy());
    fake.approve(order);
    const approved = fake.message('CHECKOUT.ORDER.APPROVED', order);
    await post(approved.headers, approved.raw);
    const early = fake.message('PAYMENT.CAPTURE.REFUNDED', order);
    const answer = await post(early.headers, early.raw);
    expect([answer.statusCode, answer.headers['retry-after']]).toEqual([503, '30']);
    fake.refund(order, 'PARTIALLY_REFUNDED');
    const part = fake.message('PAYMENT.CAPTURE.REFUNDED', order);
    expect((await post(part.headers, part.raw)).statusCode).toBe(200);
    expect(await statusOf(order)).toBe('COMPLETED');
    fake.refund(order);
    expect((await post(early.headers, early.raw)).statusCode).toBe(200);
    expect(await statusOf(order)).toBe('REFUNDED');
  });

  it('change nothing when they are forged, altered, unsigned, too large or of nobody', async () => {
    const order = tokenIn(await buy());
    fake.approve(order);
    const { headers, raw } = fake.message('CHECKOUT.ORDER.APPROVED', order);
    const altered = Buffer.from(raw.toString().replace('An event', 'An Event'));
    const codes = [
      await post(headers, altered),
      await post({}, raw),
      await post({ ...headers, 'paypal-transmission-sig': 'forged' }, raw),
      await post(headers, ''),
      await post(headers, 'x'.repeat(70_000)),
      await post(headers, raw, 'sandbox'),
      await post(headers, raw, 'constructor'),
    ].map(({ statusCode }) => statusCode);
    expect(codes).toEqual([400, 400, 400, 400, 413, 404, 404]);
    expect(await statusOf(order)).toBe('CREATED');
  });

  it('with a certificate of another host are refused before anybody is asked', async () => {
    const order = tokenIn(await buy());
    const { headers, raw } = fake.message('CHECKOUT.ORDER.APPROVED', order);
    const asked = fake.calls.length;
    for (const url of [
      'https://evil.example/cert',
      `${fake.settings.baseUrl}@evil.example/cert`,
      'file:///etc/passwd',
      '',
    ])
      expect((await post({ ...headers, 'paypal-cert-url': url }, raw)).statusCode).toBe(400);
    expect(fake.calls.length).toBe(asked);
  });

  it('that cannot be checked now are asked for again', async () => {
    const order = tokenIn(await buy());
    fake.approve(order);
    const { headers, raw } = fake.message('CHECKOUT.ORDER.APPROVED', order);
    for (const path of ['/v1/notifications/verify-webhook-signature', '/v2/checkout/orders/{id}/capture']) {
      fake.failBy((call) => (call.path === path ? 'error before' : null));
      expect((await post(headers, raw)).statusCode).toBe(503);
    }
    fake.failBy(() => null);
    expect((await post(headers, raw)).statusCode).toBe(200);
    expect(await statusOf(order)).toBe('COMPLETED');
  });

  it('of orders that are not ours are taken and forgotten, and nobody is asked', async () => {
    const order = tokenIn(await buy());
    const { headers, raw } = fake.message('CHECKOUT.ORDER.APPROVED', order);
    await db.query(`update purchase set order_id = order_id || '-' where order_id = $1`, [order]);
    const asked = fake.calls.length;
    expect((await post(headers, raw)).statusCode).toBe(200);
    const nul = raw.toString().replaceAll(order, '\\u0000');
    expect((await post(headers, nul)).statusCode).toBe(200);
    expect(fake.calls.length).toBe(asked);
  });
});

describe('calls of a buyer', () => {
  it('carry the idempotency key in its header', async () => {
    const first = await buy({ 'idempotency-key': 'header' });
    expect(await buy({ 'idempotency-key': 'header' })).toBe(first);
  });

  it('say how payments stand here', async () => {
    expect((await get('/api/public/payment')).json().data).toEqual({ provider: 'paypal', test: false });
  });

  it('are refused with what is wrong', async () => {
    const of = async (url: string) => (await get(url)).json();
    expect(await of('/api/user/purchase-success?token=UNKNOWN')).toMatchObject({
      code: 404,
      reason: 'payment_unknown',
    });
    expect(await of('/api/user/purchase-error?token=a%20b')).toMatchObject({ code: 400, reason: 'invalid_parameter' });
    expect(await of('/api/user/purchase-success')).toMatchObject({ code: 400 });
  });
});
