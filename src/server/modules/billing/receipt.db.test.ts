import { afterAll, expect, it } from 'vitest';
import { createDelivery } from '#server/modules/mail/delivery.ts';
import type { Outgoing } from '#server/platform/mail/mailer.ts';
import { billingOn, DAY, PUBLIC_URL, RECEIPT_TERMS } from '#test/support/billing.ts';
import { testDatabase } from '#test/support/database.ts';
import { silentLog } from '#test/support/log.ts';
import { startPayPal } from '#test/support/paypal-fake.ts';
import { billingMails, createReceipts } from './receipt.service.ts';

const db = await testDatabase();
const fake = await startPayPal();
afterAll(() => fake.close());
const { node, bought, now, later, receipts } = billingOn(db, fake);

const delivered = async (): Promise<readonly Outgoing[]> => {
  const sent: Outgoing[] = [];
  const mailer = {
    check: async () => null,
    send: async (mail: Outgoing) => ({ is: 'taken', n: sent.push(mail) }) as const,
  };
  await createDelivery({ db, mailer, writers: billingMails({ publicUrl: PUBLIC_URL }), now, log: silentLog }).look();
  return sent;
};

it('a payment has a receipt from its completion on, which is mailed once and stays as it was', async () => {
  const { person, order } = await bought('Basic', 3);
  later(DAY);
  fake.approve(order);
  await node().confirm(person, order);
  const paidAt = now();
  await node().confirm(person, order);
  const { rows } = await db.query<{ id: number; email: string }>(
    'select u.id, a.email from purchase u join account a on a.id = u.account_id where u.order_id = $1',
    [order],
  );
  const [{ id = 0, email = '' } = {}] = rows;
  const [mail, ...more] = await delivered();
  expect([mail?.to, more]).toEqual([email, []]);
  for (const said of [
    'Basic: 3 months at €9.00: €27.00',
    'Net: €22.31',
    'VAT 21 %: €4.69',
    'Total: €27.00',
    'Films Ltd',
  ])
    expect(mail?.text).toContain(said);
  // Whoever tried to issue it again would have it mailed no second time.
  await db.transaction((tx) => receipts.issue(tx, { id, accountId: person.accountId }));
  expect(await delivered()).toEqual([]);
  const [payment] = await node().payments(person);
  const { taxMilli: _, ...terms } = RECEIPT_TERMS;
  const figures = { unitPrice: 9, taxPercent: 21, net: 22.31, tax: 4.69 };
  const receipt = { ...terms, ...figures, number: `R-${String(id).padStart(6, '0')}`, date: paidAt.toISOString() };
  expect(payment?.receipt).toEqual(receipt);
  // What happens to it later is no part of it.
  later(DAY);
  await db.query("update purchase set status = 'REFUNDED', settled_at = $2 where id = $1", [id, now()]);
  expect((await node().payments(person))[0]?.receipt).toEqual(receipt);
});

it('what is not paid has none, and a step that is undone mails none', async () => {
  const { person } = await bought('Basic');
  expect((await node().payments(person))[0]?.receipt).toBeNull();
  const failing = node({
    receipts: {
      issue: async (tx, purchase) => {
        await createReceipts({ terms: () => RECEIPT_TERMS, mail: { sendMail: async () => true } }).issue(tx, purchase);
        await receipts.issue(tx, purchase);
        throw new Error('undone');
      },
    },
  });
  const other = await bought('Basic');
  fake.approve(other.order);
  await expect(failing.confirm(other.person, other.order)).rejects.toThrow('undone');
  expect(await delivered()).toEqual([]);
  expect((await node().payments(other.person))[0]).toMatchObject({ status: 'CREATED', receipt: null });
  await node().confirm(other.person, other.order);
  expect((await delivered()).length).toBe(1);
});
