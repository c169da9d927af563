import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { freePort } from '#test/support/cli.ts';
import { testDatabase } from '#test/support/database.ts';
import { sellingOn, tokenIn } from '#test/support/selling.ts';

const db = await testDatabase();
const port = await freePort();
const publicUrl = `http://127.0.0.1:${port}`;
const { app, parts, get, buy, statusOf } = await sellingOn({ db, provider: 'sandbox', paypal: null, publicUrl });
beforeAll(() => app.listen({ port, host: '127.0.0.1' }));
afterAll(() => app.close());

describe('the sandbox', () => {
  const press = (order: string, choice: string, headers: Record<string, string> = {}) =>
    app.inject({
      method: 'POST',
      url: `/sandbox/checkout/${order}/${choice}`,
      headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
      payload: '',
    });
  const confirm = async (order: string, call = 'success') =>
    (await app.inject({ url: `/api/user/purchase-${call}?token=${order}` })).json();

  it('shows what is bought, and that it is a test, on a page that runs and loads nothing', async () => {
    await db.query(`update product set name = '<b>Basic</b> & co' where id = 2`);
    const link = await buy();
    await db.query(`update product set name = 'Basic' where id = 2`);
    expect(link).toBe(`${publicUrl}/sandbox/checkout?token=${tokenIn(link)}`);
    const page = await app.inject({ url: link });
    expect([page.statusCode, page.headers['content-type']]).toEqual([200, 'text/html; charset=utf-8']);
    for (const text of [
      'Test payment',
      '&#60;b&#62;Basic&#60;/b&#62; &#38; co',
      '€9.00',
      'Approve',
      'Decline',
      'Cancel',
    ])
      expect(page.body).toContain(text);
    // Only what the documentation loads too: its colours are those that the browser has chosen on the site.
    expect(page.body.match(/<(?:script|link)[^>]*>/g)).toEqual([
      '<link rel="icon" href="/favicon.svg">',
      '<link rel="stylesheet" href="/docs/look.css">',
      '<script src="/docs/scheme.js">',
    ]);
    expect(page.headers['content-security-policy']).toMatch(
      /^default-src 'none'; style-src 'self' 'sha256-\S+'; script-src 'self'; /,
    );
  });

  it('tells of an approval by a signed message, and sends the browser back', async () => {
    const order = tokenIn(await buy());
    const answer = await press(order, 'approve');
    expect([answer.statusCode, answer.headers.location]).toEqual([303, `${publicUrl}/?token=${order}#/features`]);
    expect(await confirm(order)).toMatchObject({ code: 200, data: 'Payment completed' });
    expect((await app.inject({ url: `/sandbox/checkout?token=${order}` })).body).toContain('Refund');
    const { rows } = await db.query('select test from purchase where order_id = $1', [order]);
    expect(rows).toEqual([{ test: true }]);
  });

  it('takes its own messages over the network', async () => {
    const order = tokenIn(await buy());
    const { rows } = await db.query<{ id: number }>('select id from purchase where order_id = $1', [order]);
    await db.query(`update sandbox_order set status = 'APPROVED' where id = $1`, [order]);
    await parts.sandbox?.tell('order', order, false);
    expect(await statusOf(order)).toBe('COMPLETED');
    await press(order, 'refund');
    await parts.sandbox?.tell('refunded', order, false);
    expect(await statusOf(order)).toBe('REFUNDED');
    const events = await db.query('select what, source from purchase_event where purchase_id = $1 order by id', [
      rows[0]?.id,
    ]);
    expect(events.rows.map(({ what, source }) => `${what} ${source}`)).toEqual([
      'CREATED buyer',
      'COMPLETED webhook',
      'GRANTED webhook',
      'REFUNDED webhook',
    ]);
  });

  it('lets a payment be declined and cancelled', async () => {
    const declined = tokenIn(await buy());
    await press(declined, 'decline');
    expect(await confirm(declined)).toMatchObject({ code: 409, reason: 'payment_refused' });
    expect(await statusOf(declined)).toBe('CANCELLED');
    const given = tokenIn(await buy());
    expect((await press(given, 'cancel')).headers.location).toBe(`${publicUrl}/?cancel=1&token=${given}#/features`);
    expect(await confirm(given, 'error')).toMatchObject({ data: 'Payment cancelled' });
  });

  it('obeys no page of another site, and knows no other order', async () => {
    const order = tokenIn(await buy());
    expect((await press(order, 'approve', { origin: 'https://evil.example' })).statusCode).toBe(403);
    expect((await press(order, 'approve', { origin: 'null' })).statusCode).toBe(403);
    expect((await press('UNKNOWN', 'approve')).statusCode).toBe(404);
    expect((await press(order, 'steal')).statusCode).toBe(404);
    expect((await app.inject({ url: '/sandbox/checkout' })).statusCode).toBe(404);
    expect(await confirm(order)).toMatchObject({ reason: 'payment_pending' });
  });
});

describe('the sandbox that others reach', () => {
  it.each([
    ['by a name of its own', { host: 'kinodex.example' }, 'test_payments_local'],
    ['by a proxy that passes the name on', { 'x-forwarded-host': 'kinodex.example' }, 'test_payments_local'],
    ['by a proxy that names its caller', { 'x-forwarded-for': '192.0.2.1' }, 'test_payments_local'],
    ['by a page of that name', { origin: 'https://kinodex.example' }, 'anti_forgery'],
  ])('%s sells nothing and shows nothing', async (_, headers, reason) => {
    const order = tokenIn(await buy());
    const purchases = async () => (await db.query('select 1 from purchase')).rows.length;
    const before = await purchases();
    const body = {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
    } as const;
    for (const asked of [
      { url: `/sandbox/checkout?token=${order}`, headers },
      { ...body, url: `/sandbox/checkout/${order}/approve`, payload: '' },
      { ...body, url: `/sandbox/checkout/${order}/refund`, payload: '' },
    ]) {
      const answer = await app.inject(asked);
      expect([answer.statusCode, answer.headers['cache-control']]).toEqual([403, 'no-store']);
      expect(answer.body).toContain('only on this machine itself');
      expect(answer.body).not.toContain(order);
    }
    const payload = [{ idProduct: 2, period: 1 }];
    const answer = await app.inject({ method: 'POST', url: '/api/user/purchase', headers, payload });
    expect(answer.json()).toMatchObject({ code: 403, reason });
    expect([await purchases(), (await parts.sandbox?.order(order))?.status]).toEqual([before, 'CREATED']);
  });
});

describe('where the sandbox is not the provider', () => {
  it('it has no page and takes no messages', async () => {
    const other = await sellingOn({ db, provider: 'paypal', paypal: null, publicUrl });
    expect((await other.get('/sandbox/checkout?token=X')).statusCode).toBe(404);
    const url = '/api/public/payment-webhook/sandbox';
    expect((await other.app.inject({ method: 'POST', url, payload: {} })).statusCode).toBe(404);
    expect((await other.get('/api/public/payment')).json().data).toEqual({ provider: 'none', test: false });
    expect((await get('/api/public/payment')).json().data).toEqual({ provider: 'sandbox', test: true });
    await other.app.close();
  });
});
