import { describe, expect, it } from 'vitest';
import type { PaymentStatus } from '#contracts/billing.api.ts';
import type { Executor } from '#server/platform/db/database.ts';
import { captured, order } from './billing.fixture.ts';
import type { Verdict } from './billing.rules.ts';
import { createConfirming } from './confirm.service.ts';
import type { OrderState, PaymentProvider } from './provider.ts';
import type { Cause, Settling } from './settle.service.ts';
import type { Ordered } from './settle.store.ts';

const BUYER = { accountId: 1 };
const APPROVED = order({ status: 'APPROVED' });
const PAID = captured();

interface World {
  readonly status?: PaymentStatus;
  /** What the provider says of the order, and what it says after it was asked to take the money. */
  readonly read?: OrderState | null;
  readonly capture?: OrderState | null;
  /** The status that the purchase has after its step. */
  readonly after?: PaymentStatus;
  readonly provider?: 'paypal' | 'sandbox';
  /** Whether it is still open when the money is about to be taken. */
  readonly open?: boolean;
}

/** One purchase of account 1, at a provider that says what it is told to. */
const confirming = ({ open = true, ...world }: World) => {
  const { status = 'CREATED', read = order(), capture = PAID, after = status, provider } = world;
  const purchase: Ordered = {
    id: 7,
    accountId: BUYER.accountId,
    provider: provider ?? 'paypal',
    requestId: 'REQUEST',
    orderId: 'ORDER',
    amountCents: 900,
    currency: 'EUR',
    payee: 'SHOP',
    status,
    test: false,
    captureAt: null,
    insertedAt: new Date(0),
  };
  const asked: string[] = [];
  const steps: (readonly [string, Cause])[] = [];
  const told: unknown[] = [];
  const query = async (text: string, values: unknown[]) => {
    if (text.startsWith('update purchase set capture_at = $2')) {
      asked.push('begin');
      return { rowCount: Number(open) };
    }
    if (text.startsWith('update purchase set capture_at = null')) {
      asked.push('end');
      return {};
    }
    if (text.startsWith('update purchase set told_at')) return { rows: told.splice(told.length, 0, values) };
    return { rows: values[0] === purchase.accountId && values[1] === purchase.orderId ? [purchase] : [] };
  };
  const settling: Settling = {
    apply: async (_, verdict, cause) => {
      steps.push([verdict.is, cause]);
      return after;
    },
    cancel: async (_, cause) => {
      steps.push(['cancel', cause]);
      return after;
    },
    reverse: async () => after,
  };
  const paypal = {
    read: async (id: string) => {
      asked.push(`read ${id}`);
      return read;
    },
    capture: async (id: string, request: string) => {
      asked.push(`capture ${id} ${request}`);
      return capture;
    },
  } as PaymentProvider;
  const now = (): Date => new Date('2026-03-01T12:00:00Z');
  const parts = { db: { query } as unknown as Executor, providers: { paypal }, settling, now };
  const service = createConfirming({ ...parts, asking: (work) => work() });
  return { ...service, purchase, asked, steps, told };
};

const TAKING = ['read ORDER', 'begin', 'capture ORDER REQUEST'];

describe('how an order stands', () => {
  it.each([
    ['an approved one is captured', 'CREATED', APPROVED, PAID, 'paid', TAKING],
    ['one that is still approved then has to wait', 'CREATED', APPROVED, APPROVED, 'pending', undefined],
    ['one that is declined is so', 'CREATED', APPROVED, captured({ status: 'DECLINED' }), 'declined', undefined],
    ['one that is still not paid is as before', 'CREATED', APPROVED, null, 'gone', [...TAKING, 'end']],
    ['one that is not approved is left alone', 'CREATED', order(), PAID, 'unpaid', ['read ORDER']],
    ['a purchase that was cancelled takes no money', 'CANCELLED', APPROVED, PAID, 'approved', ['read ORDER']],
    ['a completed one neither', 'COMPLETED', APPROVED, PAID, 'approved', ['read ORDER']],
  ] as const)('%s', async (_, status, read, capture, is, calls) => {
    const { examine, purchase, asked } = confirming({ status, read, capture });
    expect((await examine(purchase)).is).toBe(is);
    if (calls) expect(asked).toEqual(calls);
  });

  it('takes no money for a purchase that was cancelled meanwhile', async () => {
    const { examine, purchase, asked } = confirming({ read: APPROVED, open: false });
    expect((await examine(purchase)).is).toBe('approved');
    expect(asked).toEqual(['read ORDER', 'begin']);
  });

  it('cannot be known where its provider is not set up any more', async () => {
    const { examine, purchase } = confirming({ provider: 'sandbox' });
    await expect(examine(purchase)).rejects.toMatchObject({ reason: 'provider_away' });
  });
});

describe('a buyer who is back', () => {
  it('hears that the payment is completed, and it is looked after meanwhile', async () => {
    const { confirm, steps, told } = confirming({ read: APPROVED, after: 'COMPLETED' });
    expect(await confirm(BUYER, 'ORDER')).toBe('Payment completed');
    expect(steps).toEqual([['paid', { source: 'buyer' }]]);
    expect(told).toEqual([[7, new Date('2026-03-01T12:00:00Z')]]);
  });

  it('hears it again without anybody being asked', async () => {
    const { confirm, asked, steps } = confirming({ status: 'COMPLETED' });
    expect(await confirm(BUYER, 'ORDER')).toBe('Payment completed');
    expect([asked, steps]).toEqual([[], []]);
  });

  it('of somebody else’s order hears of none', async () => {
    for (const { confirm, cancel } of [confirming({})])
      for (const call of [confirm, cancel]) {
        await expect(call({ accountId: 2 }, 'ORDER')).rejects.toMatchObject({ reason: 'payment_unknown' });
        await expect(call(BUYER, 'OTHER')).rejects.toMatchObject({ reason: 'payment_unknown' });
      }
  });

  const refused = 'payment_refused';
  const pending = 'payment_pending';
  it.each([
    ['REFUNDED', null, 'REFUNDED', refused, 'The payment was refunded.'],
    ['CREATED', order(), 'CREATED', pending, undefined],
    ['CREATED', null, 'CREATED', pending, undefined],
    ['CREATED', captured({ status: 'PENDING' }), 'CREATED', pending, undefined],
    ['CANCELLED', APPROVED, 'CANCELLED', refused, 'The payment was cancelled; no money was taken.'],
    ['CREATED', captured({ status: 'DECLINED' }), 'CANCELLED', refused, 'The payment was declined.'],
    [
      'CREATED',
      order({ declined: true }),
      'CREATED',
      refused,
      'The payment was declined; another means of payment may work.',
    ],
    ['CREATED', order({ status: 'VOIDED' }), 'CANCELLED', refused, 'The order was cancelled at the payment provider.'],
    ['CREATED', captured({ status: 'REFUNDED' }), 'CANCELLED', refused, 'The payment was refunded.'],
    ['CREATED', captured({ amountCents: 1 }), 'CREATED', refused, undefined],
    ['CREATED', PAID, 'REFUNDED', refused, 'The payment was refunded.'],
  ] as const)('hears why it is not: %s, %j, then %s', async (status, read, after, reason, message) => {
    const { confirm } = confirming({ status, read, after });
    const failed = expect(confirm(BUYER, 'ORDER')).rejects;
    await failed.toMatchObject({ reason, ...(message && { message }) });
  });

  it('of a purchase that was given back hears it without anybody being asked', async () => {
    const { confirm, asked, told } = confirming({ status: 'REFUNDED' });
    await expect(confirm(BUYER, 'ORDER')).rejects.toMatchObject({ reason: 'payment_refused' });
    expect([asked, told]).toEqual([[], []]);
  });

  it('has to wait while the provider has the approved order in hand', async () => {
    const { confirm } = confirming({ read: APPROVED, capture: APPROVED });
    await expect(confirm(BUYER, 'ORDER')).rejects.toMatchObject({ reason: 'payment_pending' });
  });

  it('asks the provider once with all who ask at the same time, and once more afterwards', async () => {
    const { confirm, asked } = confirming({ after: 'COMPLETED' });
    await Promise.all([1, 2, 3].map(() => confirm(BUYER, 'ORDER')));
    expect(asked).toEqual(['read ORDER']);
    await confirm(BUYER, 'ORDER');
    expect(asked).toEqual(['read ORDER', 'read ORDER']);
  });
});

describe('a buyer who gives up', () => {
  it('cancels, and nothing is captured', async () => {
    const { cancel, asked, steps } = confirming({ read: APPROVED, after: 'CANCELLED' });
    expect(await cancel(BUYER, 'ORDER')).toBe('Payment cancelled');
    expect([asked, steps]).toEqual([['read ORDER'], [['cancel', { source: 'buyer' }]]]);
  });

  it('has done so before, and nobody is asked', async () => {
    const { cancel, asked } = confirming({ status: 'CANCELLED' });
    expect(await cancel(BUYER, 'ORDER')).toBe('Payment cancelled');
    expect(asked).toEqual([]);
  });

  it.each([
    ['COMPLETED', 'The payment is completed'],
    ['REFUNDED', 'The payment was refunded.'],
  ] as const)('is too late for a purchase that is %s', async (status, message) => {
    const { cancel, asked } = confirming({ status });
    const failed = { reason: 'payment_completed', message: expect.stringContaining(message) };
    await expect(cancel(BUYER, 'ORDER')).rejects.toMatchObject(failed);
    expect(asked).toEqual([]);
  });

  it.each([
    ['the money is on its way', captured({ status: 'PENDING' }), []],
    ['other money was taken than was asked for', captured({ amountCents: 1 }), []],
    ['it is being taken', APPROVED, [['cancel', { source: 'buyer' }]]],
  ])('is too late when %s', async (_, read, taken) => {
    const { cancel, steps } = confirming({ read });
    const message = 'The payment is being processed and cannot be cancelled any more.';
    await expect(cancel(BUYER, 'ORDER')).rejects.toMatchObject({ reason: 'payment_completed', message });
    expect(steps).toEqual(taken);
  });

  const verdicts: readonly (readonly [string, OrderState | null, Verdict['is'] | 'cancel', PaymentStatus, boolean])[] =
    [
      ['what was paid after all is given', PAID, 'paid', 'COMPLETED', false],
      ['what was given back is over', captured({ status: 'REFUNDED' }), 'refunded', 'CANCELLED', true],
      ['what was declined is over', captured({ status: 'DECLINED' }), 'cancel', 'CANCELLED', true],
      ['what differs without money is over', order({ amountCents: 1 }), 'cancel', 'CANCELLED', true],
      ['what nobody knows is over', null, 'cancel', 'CANCELLED', true],
    ];
  it.each(verdicts)('%s', async (_, read, step, after, isCancelled) => {
    const { cancel, steps } = confirming({ read, after });
    const answer = expect(cancel(BUYER, 'ORDER'));
    if (isCancelled) await answer.resolves.toBe('Payment cancelled');
    else await answer.rejects.toMatchObject({ reason: 'payment_completed' });
    expect(steps).toEqual([[step, { source: 'buyer' }]]);
  });
});
