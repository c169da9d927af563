import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { notify } from '#server/modules/notifications/notification.service.ts';
import { grants } from '#server/modules/plans/role.grants.ts';
import { billingOn, DAY } from '#test/support/billing.ts';
import { testDatabase } from '#test/support/database.ts';
import { startPayPal } from '#test/support/paypal-fake.ts';
import { createAccountStep } from './account-step.ts';
import type { Verdict } from './billing.rules.ts';
import { createSettling } from './settle.service.ts';

const db = await testDatabase();
const fake = await startPayPal();
afterAll(() => fake.close());
const { node, bought, buyer, product, orderOf, rights, tellings, later, now, receipts } = billingOn(db, fake);
const settling = createSettling({ accountStep: createAccountStep(db, grants), grants, notify, receipts, now });
const BUYER = { source: 'buyer' } as const;

interface Told {
  readonly message: string;
  readonly detail: string;
  readonly level: string;
}

/** What administrators were told since the last time they were asked. */
const told = async (): Promise<readonly Told[]> =>
  (
    await db.query<Told & Record<string, unknown>>(
      'with taken as (delete from notification returning *) select message, detail, level from taken order by id',
    )
  ).rows;
beforeEach(told);

const eventsOf = async (id: number) =>
  (
    await db.query(
      `select what, source, at, detail from purchase_event where purchase_id = $1 and what <> 'CREATED' order by id`,
      [id],
    )
  ).rows;

let captures = 0;
const paidNow = (): Verdict => ({ is: 'paid', captureId: `CAP-${++captures}`, refundedInPart: false });

/** An order that nobody has settled. */
const open = async (period = 1, who?: { readonly accountId: number }) => {
  const { person, order } = await bought('Basic', period, who);
  const { rows } = await db.query<{ id: number }>('select id from purchase where order_id = $1', [order]);
  return { id: rows[0]?.id ?? 0, accountId: person.accountId, order };
};
const columnOf = async (id: number, column: 'told_at' | 'checked_at' | 'status') =>
  (await db.query(`select ${column} as value from purchase where id = $1`, [id])).rows[0]?.value;

describe('what is paid', () => {
  it('is given once, and those who have to know are told', async () => {
    const made = await open(2);
    const verdict = paidNow();
    const heard = await tellings(async () => {
      expect(await settling.apply(made, verdict, BUYER)).toBe('COMPLETED');
      expect(await settling.apply(made, verdict, BUYER)).toBe('COMPLETED');
    });
    expect(heard).toBe(1);
    const event = { source: 'buyer', at: now(), detail: null };
    expect(await eventsOf(made.id)).toEqual([
      { what: 'COMPLETED', ...event },
      { what: 'GRANTED', ...event },
    ]);
    const detail = `Order ${made.order} of account ${made.accountId}: Basic, 2 months, €18.00.`;
    expect(await told()).toEqual([{ message: 'Payment completed', detail, level: 'INFO' }]);
  });

  it('for a test is told as such, with all that was bought', async () => {
    const person = await buyer();
    const cart = [await product('Basic'), await product('Pro')].map((idProduct) => ({ idProduct, period: 1 }));
    const order = orderOf((await node().purchase(person, cart)).link);
    const { rows } = await db.query<{ id: number }>(
      'update purchase set test = true where order_id = $1 returning id',
      [order],
    );
    await settling.apply({ ...person, id: rows[0]?.id ?? 0 }, paidNow(), BUYER);
    const items = 'Basic, 1 month, €9.00; Pro, 1 month, €39.00';
    expect((await told()).map(({ detail }) => detail)).toEqual([
      `Test payment. Order ${order} of account ${person.accountId}: ${items}.`,
    ]);
  });

  it('and cannot be given in whole is told of', async () => {
    const made = await open();
    await db.query('update payment set role_ids = role_ids || 999999::bigint where purchase_id = $1', [made.id]);
    expect(await settling.apply(made, paidNow(), BUYER)).toBe('COMPLETED');
    const order = `Order ${made.order} of account ${made.accountId}: Basic, 1 month, €9.00.`;
    expect(await told()).toEqual([
      {
        message: 'A payment could not be granted in whole',
        detail: `${order} A role that was sold is no more.`,
        level: 'ERROR',
      },
      { message: 'Payment completed', detail: order, level: 'INFO' },
    ]);
  });
});

describe('what is given back', () => {
  it('is taken away once, what follows it begins earlier, and those who have to know are told', async () => {
    const first = await open(1);
    const second = await open(1, first);
    for (const one of [first, second]) await settling.apply(one, paidNow(), BUYER);
    later(DAY);
    await told();
    const cause = { source: 'reconcile' } as const;
    const heard = await tellings(async () => {
      expect(await settling.apply(first, { is: 'refunded' }, cause)).toBe('REFUNDED');
      expect(await settling.apply(first, { is: 'refunded' }, cause)).toBe('REFUNDED');
    });
    expect(heard).toBe(1);
    expect((await eventsOf(first.id)).slice(2)).toEqual([
      { what: 'REFUNDED', source: 'reconcile', at: now(), detail: null },
    ]);
    expect((await eventsOf(second.id)).slice(2)).toEqual([
      { what: 'MOVED', source: 'reconcile', at: now(), detail: `Basic begins ${now().toISOString()}` },
    ]);
    expect(await rights(first.accountId)).toEqual(['BASIC']);
    const detail = `Order ${first.order} of account ${first.accountId}: Basic, 1 month, €9.00.`;
    expect(await told()).toEqual([{ message: 'Payment refunded', detail, level: 'WARN' }]);
    later(31 * DAY);
    expect(await rights(first.accountId)).toEqual([]);
  });

  it('by somebody else than the order shows is taken away all the same, once a message', async () => {
    const made = await open();
    await settling.apply(made, paidNow(), { source: 'webhook', eventId: 'WH-paid' });
    expect(await settling.reverse(made, { source: 'webhook', eventId: 'WH-paid' })).toBe('COMPLETED');
    expect(await settling.reverse(made, { source: 'webhook', eventId: 'WH-reversed' })).toBe('REFUNDED');
    expect(await rights(made.accountId)).toEqual([]);
  });

  it('before it was completed here is cancelled', async () => {
    const made = await open();
    expect(await settling.reverse(made, BUYER)).toBe('CREATED');
    expect(await settling.apply(made, { is: 'refunded' }, BUYER)).toBe('CANCELLED');
    expect(await told()).toEqual([]);
  });
});

describe('what is over', () => {
  it.each(['refunded', 'declined', 'void'] as const)('says why: %s', async (is) => {
    const made = await open();
    expect(await settling.apply(made, { is }, BUYER)).toBe('CANCELLED');
    const event = { what: 'CANCELLED', source: 'buyer', at: now(), detail: is };
    expect(await eventsOf(made.id)).toEqual([event]);
    expect(await settling.apply(made, { is }, BUYER)).toBe('CANCELLED');
    expect(await eventsOf(made.id)).toEqual([event]);
  });

  it('since somebody gave it up says so, unless it was paid', async () => {
    const made = await open();
    expect(await settling.cancel(made, { source: 'reconcile', detail: 'too old' }, null)).toBe('CANCELLED');
    expect(await eventsOf(made.id)).toEqual([{ what: 'CANCELLED', source: 'reconcile', at: now(), detail: 'too old' }]);
    expect(await settling.apply(made, paidNow(), BUYER)).toBe('COMPLETED');
    expect(await settling.cancel(made, BUYER, null)).toBe('COMPLETED');
    expect(await rights(made.accountId)).toEqual(['BASIC']);
  });

  it('is not what is being captured, but for a capture that is known to have taken nothing', async () => {
    const made = await open();
    const [began, before] = [now(), new Date(now().getTime() - 1)];
    await db.query('update purchase set capture_at = $2 where id = $1', [made.id, began]);
    for (const untaken of [null, before]) expect(await settling.cancel(made, BUYER, untaken)).toBe('CREATED');
    expect(await settling.cancel(made, BUYER, began)).toBe('CANCELLED');
  });

  it('does not end what was paid: a paid one is neither declined nor void', async () => {
    const made = await open();
    await settling.apply(made, paidNow(), BUYER);
    for (const is of ['declined', 'void'] as const) expect(await settling.apply(made, { is }, BUYER)).toBe('COMPLETED');
  });
});

describe('an order that does not agree', () => {
  const wrong = (why: string, moneyTaken = false): Verdict => ({ is: 'wrong', why, moneyTaken });

  it('changes nothing, and each difference is told once', async () => {
    const made = await open();
    for (const verdict of [wrong('amount'), wrong('amount'), wrong('payee', true)])
      expect(await settling.apply(made, verdict, BUYER)).toBe('CREATED');
    const event = { what: 'REFUSED', source: 'buyer', at: now() };
    expect(await eventsOf(made.id)).toEqual([
      { ...event, detail: 'amount' },
      { ...event, detail: 'payee' },
    ]);
    const notice = { message: 'A payment does not agree with its order', level: 'ERROR' };
    const order = `Order ${made.order} differs in:`;
    expect(await told()).toEqual([
      { ...notice, detail: `${order} amount.` },
      { ...notice, detail: `${order} payee. Money was taken: look at the provider.` },
    ]);
  });
});

describe('a verdict', () => {
  it('that comes with a message has its effect once', async () => {
    const made = await open();
    const cause = { source: 'webhook', eventId: 'WH-twice' } as const;
    expect(await settling.apply(made, { is: 'unpaid' }, cause)).toBe('CREATED');
    expect(await settling.apply(made, paidNow(), cause)).toBe('CREATED');
    expect(await settling.apply(made, paidNow(), { ...cause, eventId: 'WH-other' })).toBe('COMPLETED');
  });

  it.each([
    ['unpaid', false],
    ['gone', false],
    ['refused', false],
    ['approved', true],
    ['pending', true],
  ] as const)('%s leaves a purchase open, looked after before others: %s', async (is, isFirst) => {
    const made = await open();
    expect(await settling.apply(made, { is }, BUYER)).toBe('CREATED');
    expect(await columnOf(made.id, 'checked_at')).toEqual(now());
    expect(await columnOf(made.id, 'told_at')).toEqual(isFirst ? now() : null);
    expect([await eventsOf(made.id), await told()]).toEqual([[], []]);
  });
});
