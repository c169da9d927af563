import { Button } from '@mantine/core';
import type { Payment, Receipt as Slip } from '#contracts/billing.api.ts';
import { stamp } from '#web/lib/dates.ts';
import { price } from '#web/lib/price.ts';
import { Dialog } from '#web/ui/Dialog.tsx';
import kit from '#web/ui/kit.module.css';
import { Logo } from '#web/ui/Logo.tsx';
import { payments as words } from '#web/words/payments.ts';
import { providerName } from './provider-name.ts';
import styles from './Receipt.module.css';

const text = words.receipt;
const DAY_LENGTH = 10;
const day = (iso: string): string => stamp(iso).slice(0, DAY_LENGTH);

interface PaperProps {
  readonly payment: Payment;
  readonly email: string;
}

type Fact = readonly [name: string, value: string];

const sellerOf = ({ number, seller, sellerId }: Slip): readonly Fact[] => [
  [text.number, number],
  ...(seller.length > 0 ? [[text.seller, [...seller, sellerId].filter((one) => one !== '').join(', ')] as const] : []),
];

const taxOf = ({ net, tax, taxName, taxPercent }: Slip): readonly Fact[] =>
  taxPercent === 0
    ? []
    : [
        [text.net, price(net)],
        [text.tax(taxName, taxPercent), price(tax)],
      ];

const Paper = ({ payment, email }: PaperProps) => {
  const { feature, quantity, startDate, endDate, status, insertDate, order, provider, test, receipt } = payment;
  const facts: readonly Fact[] = [
    ...(receipt ? sellerOf(receipt) : []),
    [text.date, stamp(receipt?.date ?? insertDate)],
    [text.buyer, email],
    [text.item, feature],
    [text.months, String(quantity)],
    ...(receipt ? ([[text.unitPrice, price(receipt.unitPrice)]] as const) : []),
    ...(startDate && endDate ? ([[text.period, text.until(day(startDate), day(endDate))]] as const) : []),
    [text.provider, providerName(provider)],
    [text.order, order],
    [text.status, status],
  ];
  return (
    <section className={styles.paper} data-island="light" aria-label={text.title}>
      <header>
        <Logo />
        <h3>{text.title}</h3>
      </header>
      <dl>
        {facts.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>
              <bdi>{value}</bdi>
            </dd>
          </div>
        ))}
        {receipt &&
          taxOf(receipt).map(([name, value]) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        <div className={styles.total}>
          <dt>{text.total}</dt>
          <dd>{price(payment.price)}</dd>
        </div>
      </dl>
      {receipt && receipt.note !== '' && <p className={styles.last}>{receipt.note}</p>}
      {status === 'REFUNDED' && <p className={styles.note}>{text.refunded}</p>}
      {test && <p className={styles.note}>{text.test}</p>}
    </section>
  );
};

interface Props {
  /** Null: none is shown. */
  readonly payment: Payment | null;
  readonly email: string;
  readonly onClose: () => void;
}

/** A payment as a sheet of paper, to be looked at and to be printed. */
export const Receipt = ({ payment, email, onClose }: Props) => (
  <Dialog opened={payment !== null} onClose={onClose} title={text.title} instant>
    {payment && <Paper payment={payment} email={email} />}
    <div className={kit.dialogActions}>
      <Button data-autofocus onClick={() => window.print()}>
        {text.print}
      </Button>
    </div>
  </Dialog>
);
