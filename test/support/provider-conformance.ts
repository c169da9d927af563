import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import type { NewOrder, PaymentProvider, WebhookHeaders } from '#server/modules/billing/provider.ts';

/** A provider with somebody who plays its buyer. */
export interface ProviderOnTrial {
  readonly provider: PaymentProvider;
  readonly approve: (orderId: string) => Promise<void> | void;
  /** The buyer agrees with what cannot be collected. */
  readonly approveInVain: (orderId: string) => Promise<void> | void;
  readonly refund: (orderId: string) => Promise<void> | void;
  /** A message of the provider about an order, signed at a moment. */
  readonly message: (
    about: 'order' | 'refunded',
    orderId: string,
    at: Date,
  ) => { readonly headers: WebhookHeaders; readonly raw: Buffer };
}

let made = 0;
const order = (): NewOrder => ({
  purchaseId: ++made,
  requestId: randomUUID(),
  items: [
    { name: 'Basic <plan>', quantity: 3, cents: 2_700 },
    { name: 'Pro', quantity: 1, cents: 3_999 },
  ],
  amountCents: 6_699,
  currency: 'EUR',
  returnUrl: 'http://127.0.0.1:8080/#/features',
  cancelUrl: 'http://127.0.0.1:8080/?cancel=1#/features',
});

/** What every provider does, told of by the rest of billing. */
export const providerConforms = (name: string, open: () => Promise<ProviderOnTrial> | ProviderOnTrial): void => {
  describe(`the provider ${name}`, () => {
    let trial: ProviderOnTrial;
    let provider: PaymentProvider;
    beforeAll(async () => {
      trial = await open();
      provider = trial.provider;
    });

    it('makes an order that says what was asked for', async () => {
      const asked = order();
      const { orderId, link, payee } = await provider.create(asked);
      expect(orderId).toMatch(/^[\w-]{1,100}$/);
      expect(new URL(link).searchParams.get('token')).toBe(orderId);
      expect(await provider.read(orderId)).toEqual({
        orderId,
        status: 'CREATED',
        amountCents: 6_699,
        currency: 'EUR',
        payee,
        customId: String(asked.purchaseId),
        units: 1,
        captures: [],
        declined: false,
      });
    });

    it('makes one order of one request, and another of another', async () => {
      const asked = order();
      const first = await provider.create(asked);
      expect(await provider.create(asked)).toEqual(first);
      expect((await provider.create({ ...asked, requestId: randomUUID() })).orderId).not.toBe(first.orderId);
    });

    it('knows nothing of other orders', async () => {
      expect(await provider.read('UNKNOWN0000000000')).toBeNull();
      expect(await provider.capture('UNKNOWN0000000000', randomUUID())).toBeNull();
    });

    it('takes no money before the buyer agrees', async () => {
      const asked = order();
      const { orderId } = await provider.create(asked);
      expect(await provider.capture(orderId, asked.requestId)).toMatchObject({ status: 'CREATED', captures: [] });
    });

    it('takes the money once, however often it is asked', async () => {
      const asked = order();
      const { orderId } = await provider.create(asked);
      await trial.approve(orderId);
      expect(await provider.read(orderId)).toMatchObject({ status: 'APPROVED', captures: [] });
      const first = await provider.capture(orderId, asked.requestId);
      expect(first).toMatchObject({
        status: 'COMPLETED',
        captures: [{ status: 'COMPLETED', amountCents: 6_699, currency: 'EUR' }],
      });
      expect(await provider.capture(orderId, asked.requestId)).toEqual(first);
      expect(await provider.capture(orderId, randomUUID())).toEqual(first);
      expect(await provider.read(orderId)).toEqual(first);
    });

    it('says when the money could not be taken', async () => {
      const asked = order();
      const { orderId } = await provider.create(asked);
      await trial.approveInVain(orderId);
      const state = await provider.capture(orderId, asked.requestId);
      expect(state?.declined || state?.captures[0]?.status === 'DECLINED').toBe(true);
      expect(state?.captures.some(({ status }) => status === 'COMPLETED')).toBe(false);
    });

    it('says when the money went back', async () => {
      const asked = order();
      const { orderId } = await provider.create(asked);
      await trial.approve(orderId);
      await provider.capture(orderId, asked.requestId);
      await trial.refund(orderId);
      expect((await provider.read(orderId))?.captures).toMatchObject([{ status: 'REFUNDED', amountCents: 6_699 }]);
    });

    describe('takes as its own', () => {
      const sent = async (about: 'order' | 'refunded', at = new Date()) => {
        const asked = order();
        const { orderId } = await provider.create(asked);
        await trial.approve(orderId);
        await provider.capture(orderId, asked.requestId);
        return { orderId, ...trial.message(about, orderId, at) };
      };

      it.each(['order', 'refunded'] as const)('a message about %s', async (about) => {
        const { orderId, headers, raw } = await sent(about);
        const event = await provider.verifyWebhook(headers, raw);
        expect(event).toMatchObject({ about });
        expect(event?.id).not.toBe('');
        expect(provider.readWebhook(headers, raw)).toEqual(event);
        const captureId = (await provider.read(orderId))?.captures[0]?.id;
        expect(event?.orderId === orderId || event?.captureId === captureId).toBe(true);
      });

      it('no message with any byte changed', async () => {
        const { headers, raw } = await sent('order');
        for (let at = 0; at < raw.length; at++) {
          const altered = Buffer.from(raw);
          altered[at] = (altered[at] ?? 0) ^ 1;
          expect(await provider.verifyWebhook(headers, altered), `byte ${at}`).toBeNull();
        }
        expect(await provider.verifyWebhook(headers, raw.subarray(0, -1))).toBeNull();
        expect(await provider.verifyWebhook(headers, Buffer.concat([raw, Buffer.from(' ')]))).toBeNull();
        expect(await provider.verifyWebhook(headers, Buffer.alloc(0))).toBeNull();
      });

      it('no message with a changed or missing header', async () => {
        const { headers, raw } = await sent('order');
        for (const [name, value] of Object.entries(headers)) {
          const { [name]: _, ...without } = headers;
          expect(await provider.verifyWebhook(without, raw), `without ${name}`).toBeNull();
          for (let at = 0; at < String(value).length; at++) {
            const text = Buffer.from(String(value), 'latin1');
            text[at] = (text[at] ?? 0) ^ 1;
            const altered = { ...headers, [name]: text.toString('latin1') };
            expect(await provider.verifyWebhook(altered, raw), `${name}, byte ${at}`).toBeNull();
          }
        }
      });

      it('no message that is older than five minutes or from further ahead', async () => {
        for (const seconds of [-310, 310]) {
          const { headers, raw } = await sent('order', new Date(Date.now() + seconds * 1000));
          expect(await provider.verifyWebhook(headers, raw), `${seconds} s`).toBeNull();
        }
        const { headers, raw } = await sent('order', new Date(Date.now() - 250_000));
        expect(await provider.verifyWebhook(headers, raw)).not.toBeNull();
      });
    });
  });
};
