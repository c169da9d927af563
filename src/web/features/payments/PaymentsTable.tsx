import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { Payment } from '#contracts/billing.api.ts';
import { searchOf } from '#web/lib/offer-search.ts';
import { price } from '#web/lib/price.ts';
import { PAYMENT } from '#web/lib/status.ts';
import { BusyButton } from '#web/ui/BusyButton.tsx';
import { CopyText } from '#web/ui/CopyText.tsx';
import { DataTable } from '#web/ui/DataTable.tsx';
import { StatusBadge } from '#web/ui/StatusBadge.tsx';
import { TimeText } from '#web/ui/TimeText.tsx';
import type { TableState } from '#web/ui/table-state.ts';
import type { Column } from '#web/ui/table-types.ts';
import { payments as words } from '#web/words/payments.ts';
import styles from './payments.module.css';
import { endsSoon, isStuck, standingOf } from './standing.ts';

interface Props {
  readonly rows: readonly Payment[];
  readonly state: TableState;
  /** The time in ms. */
  readonly now: number;
  readonly none: string;
  readonly noneMore: ReactNode;
  readonly onReceipt: (payment: Payment) => void;
  readonly onCheck: (payment: Payment) => void;
  readonly onCancel: (payment: Payment) => void;
  /** The order that is being checked. */
  readonly checking: string | null;
}

const { heads } = words;

/** An order that the provider has never answered has no name. */
const Feature = ({ feature, order, test }: Payment) => (
  <span className={styles.feature}>
    <span className={styles.name}>
      <bdi>{feature}</bdi>
    </span>
    {order !== '' && (
      <span className={styles.order}>
        <CopyText value={order} label={words.order} />
      </span>
    )}
    {test && <span className={styles.test}>{words.test}</span>}
  </span>
);

const Start = ({ payment, now }: { readonly payment: Payment; readonly now: number }) => {
  const { phase, days } = standingOf(payment, now);
  return (
    <span className={styles.days}>
      <TimeText iso={payment.startDate} />
      {phase === 'ahead' && <span className={styles.ahead}>{words.begins(days)}</span>}
    </span>
  );
};

const leftText = (days: number): string => (days === 0 ? words.lastDay : words.daysLeft(days));

const End = ({ payment, now }: { readonly payment: Payment; readonly now: number }) => {
  const { phase, days } = standingOf(payment, now);
  const soon = payment.endDate !== null && endsSoon(payment.endDate, now);
  return (
    <span className={styles.days}>
      <TimeText iso={payment.endDate} />
      {phase === 'running' && (
        <span className={styles.note} data-soon={soon}>
          {leftText(days)}
        </span>
      )}
    </span>
  );
};

type ActionsProps = Pick<Props, 'now' | 'onReceipt' | 'onCheck' | 'onCancel' | 'checking'> & {
  readonly payment: Payment;
};

const Actions = ({ payment, now, onReceipt, onCheck, onCancel, checking }: ActionsProps) => {
  const { feature, idProduct, quantity, status, order } = payment;
  const renews = idProduct !== null && standingOf(payment, now).phase === 'running';
  const checks = order !== '' && isStuck(payment, now);
  const open = order !== '' && status === 'CREATED';
  const paid = status === 'COMPLETED' || status === 'REFUNDED';
  return (
    <span className={styles.actions}>
      {renews && (
        <Button
          size="xs"
          aria-label={words.renewName(feature)}
          renderRoot={(root) => (
            <Link to="/features" search={searchOf({ plan: idProduct, period: quantity })} {...root} />
          )}
        >
          {words.renew}
        </Button>
      )}
      {paid && (
        <Button size="xs" variant="default" aria-label={words.receiptName(feature)} onClick={() => onReceipt(payment)}>
          {words.receipt.open}
        </Button>
      )}
      {checks && (
        <BusyButton
          size="xs"
          variant="default"
          aria-label={words.checkName(feature)}
          busy={checking === order}
          onClick={() => onCheck(payment)}
        >
          {words.check}
        </BusyButton>
      )}
      {open && (
        <Button size="xs" variant="default" aria-label={words.cancelName(feature)} onClick={() => onCancel(payment)}>
          {words.cancel}
        </Button>
      )}
    </span>
  );
};

/** What was bought; the period that runs stands out. */
export const PaymentsTable = ({ rows, state, now, none, noneMore, ...actions }: Props) => {
  const columns: readonly Column<Payment>[] = [
    { key: 'feature', head: heads.feature, least: 203, grows: true, cell: (payment) => <Feature {...payment} /> },
    { key: 'start', head: heads.start, least: 104, cell: (payment) => <Start payment={payment} now={now} /> },
    { key: 'end', head: heads.end, least: 104, cell: (payment) => <End payment={payment} now={now} /> },
    {
      key: 'quantity',
      head: heads.quantity,
      least: 78,
      align: 'end',
      nowrap: true,
      priority: 2,
      cell: ({ quantity }) => quantity,
    },
    {
      key: 'price',
      head: heads.price,
      least: 121,
      align: 'end',
      nowrap: true,
      priority: 1,
      cell: (payment) => price(payment.price),
    },
    {
      key: 'status',
      head: heads.status,
      least: 134,
      nowrap: true,
      cell: ({ status }) => <StatusBadge status={status} map={PAYMENT} />,
    },
    {
      key: 'actions',
      head: '',
      name: heads.actions,
      least: 136,
      sticks: true,
      align: 'end',
      cell: (payment) => <Actions payment={payment} now={now} {...actions} />,
    },
  ];
  return (
    <div className={styles.table}>
      <DataTable
        label={words.title}
        columns={columns}
        rows={rows}
        rowKey={({ idPayment }) => idPayment}
        rowTone={(payment) => (standingOf(payment, now).phase === 'running' ? 'primary' : 'none')}
        state={state}
        skeleton={4}
        none={none}
        noneMore={noneMore}
      />
    </div>
  );
};
