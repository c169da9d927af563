import { afterAll, describe, expect, it } from 'vitest';
import { createOutbound } from '#server/platform/outbound/outbound.ts';
import { testDatabase } from '#test/support/database.ts';
import { silentLog } from '#test/support/log.ts';
import { startPayPal } from '#test/support/paypal-fake.ts';
import { providerConforms } from '#test/support/provider-conformance.ts';
import { createPayPal } from './paypal.provider.ts';
import type { NewOrder } from './provider.ts';
import { createSandbox } from './sandbox.provider.ts';
import { SANDBOX_SIGNATURE, sandboxKey, sandboxMessage, signWebhook } from './sandbox.webhook.ts';

const db = await testDatabase();
const SECRET = 'a secret of at least 32 characters';
const publicUrl = 'http://127.0.0.1:8080';

const fake = await startPayPal();
afterAll(() => fake.close());

const quick = { wait: async () => {}, timeout: 60_000 };
const paypal = (now = () => new Date()) => createPayPal({ ...fake.settings, now, outbound: quick });

providerConforms('PayPal', () => ({
  provider: paypal(),
  approve: fake.approve,
  approveInVain: fake.approveInVain,
  refund: (id) => fake.refund(id),
  message: (about, id, at) =>
    fake.message(about === 'order' ? 'CHECKOUT.ORDER.APPROVED' : 'PAYMENT.CAPTURE.REFUNDED', id, at),
}));

providerConforms('sandbox', () => {
  const door = createOutbound({ baseUrl: publicUrl, wait: async () => {} });
  const sandbox = createSandbox({
    db,
    secret: SECRET,
    publicUrl,
    now: () => new Date(),
    door,
    log: silentLog,
  });
  return {
    provider: sandbox.provider,
    approve: async (id) => void (await sandbox.choose(id, false)),
    approveInVain: async (id) => void (await sandbox.choose(id, true)),
    refund: async (id) => void (await sandbox.refund(id)),
    message: (about, id, at) => {
      const raw = sandboxMessage(about, id);
      return { raw, headers: { [SANDBOX_SIGNATURE]: signWebhook(sandboxKey(SECRET), raw, at) } };
    },
  };
});

const asked = (requestId: string): NewOrder => ({
  purchaseId: 1,
  requestId,
  items: [{ name: 'x'.repeat(300), quantity: 1, cents: 1_999 }],
  amountCents: 1_999,
  currency: 'EUR',
  returnUrl: `${publicUrl}/#/features`,
  cancelUrl: `${publicUrl}/?cancel=1#/features`,
});

describe('PayPal', () => {
  it.skipIf(fake.unchecked !== '')(
    `is spoken to, and answers here, as its own description says${fake.unchecked}`,
    async () => {
      await paypal().create(asked('described'));
      expect([...fake.problems]).toEqual([]);
    },
  );

  it('may call the link to its page by either name', async () => {
    fake.linkAs('approve');
    expect((await paypal().create(asked('older'))).link).toContain('token=');
    fake.linkAs('payer-action');
  });

  it('gives one token for many calls, renewed before it ends and when it is refused', async () => {
    let at = Date.now();
    const provider = paypal(() => new Date(at));
    const tokens = () => fake.calls.filter(({ path }) => path === '/v1/oauth2/token').length;
    const before = tokens();
    await Promise.all([1, 2, 3].map(() => provider.read('UNKNOWN')));
    expect(tokens() - before).toBe(1);
    at += 3_500_000;
    await provider.read('UNKNOWN');
    expect(tokens() - before).toBe(2);
    fake.dropTokens();
    expect(await provider.read('UNKNOWN')).toBeNull();
    expect(tokens() - before).toBe(3);
  });

  it.each(['cut before', 'cut after', 'error before', 'error after', 'twice'] as const)(
    'is asked again when an order or a capture went wrong (%s), to one effect',
    async (trouble) => {
      const provider = paypal();
      const failOnce = (part: string) => {
        let failed = false;
        fake.failBy(({ method, path }) => {
          if (failed || method !== 'POST' || !path.endsWith(part)) return null;
          failed = true;
          return trouble;
        });
      };
      const [orders, captured] = [fake.orderIds().length, fake.captured()];
      failOnce('/orders');
      const { orderId } = await provider.create(asked(`again ${trouble}`));
      fake.approve(orderId);
      failOnce('/capture');
      expect(await provider.capture(orderId, 'again')).toMatchObject({ status: 'COMPLETED' });
      expect([fake.orderIds().length - orders, fake.captured() - captured]).toEqual([1, 1]);
      const captures = fake.calls.filter(({ path }) => path.endsWith('/capture')).slice(-1);
      expect(captures[0]?.requestId).toBe('again-capture');
      fake.failBy(() => null);
    },
  );

  it('is given up when it stays silent', async () => {
    const provider = createPayPal({ ...fake.settings, outbound: { ...quick, timeout: 40 } });
    fake.failBy(({ path }) => (path.endsWith('/orders') ? 'silent before' : null));
    await expect(provider.create(asked('silence'))).rejects.toMatchObject({ kind: 'timeout' });
    fake.failBy(() => null);
  });
});
