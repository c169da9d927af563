import type { Reply } from '#contracts/endpoint.ts';
import type { paidActives } from '#contracts/paid.api.ts';
import { count } from '#web/lib/numbers.ts';
import { price } from '#web/lib/price.ts';
import { CopyText } from '#web/ui/CopyText.tsx';
import { DataTable } from '#web/ui/DataTable.tsx';
import kit from '#web/ui/kit.module.css';
import { Secret } from '#web/ui/Secret.tsx';
import { TimeText } from '#web/ui/TimeText.tsx';
import type { TableState } from '#web/ui/table-state.ts';
import type { Column } from '#web/ui/table-types.ts';
import { useNow } from '#web/ui/useNow.ts';
import { payments } from '#web/words/payments.ts';
import styles from './payments.module.css';
import { providerName } from './provider-name.ts';
import { daysUntil, endsSoon } from './standing.ts';

export type Paid = Reply<typeof paidActives>[number];

const words = payments.active;
const { heads } = words;

const Left = ({ iso, now }: { readonly iso: string; readonly now: number }) => {
  const days = daysUntil(iso, now);
  return (
    <span className={styles.note} data-soon={endsSoon(iso, now)}>
      {days === 0 ? payments.lastDay : payments.daysLeft(days)}
    </span>
  );
};

const Detail = ({ email, feature, quantity, price: paid, provider, order }: Paid['paidDetail']) => (
  <span className={styles.feature}>
    <bdi className={styles.foreign}>{email}</bdi>
    <span className={styles.quiet}>
      <bdi>{feature}</bdi>
      {words.bought(words.months(quantity), price(paid), providerName(provider))}
      {provider === 'sandbox' && ` · ${payments.test}`}
    </span>
    <span className={styles.order}>
      <CopyText value={order} label={payments.order} />
    </span>
  </span>
);

interface Props {
  readonly rows: readonly Paid[];
  readonly state: TableState;
  readonly onOpen: (row: Paid) => void;
}

/** What is paid for at this moment. */
export const PaidActives = (props: Props) => {
  const now = useNow();
  const columns: readonly Column<Paid>[] = [
    {
      key: 'token',
      head: heads.token,
      least: 210,
      cell: ({ token }) =>
        token === '' ? <span className={kit.muted}>{words.noToken}</span> : <Secret value={token} label="token" bare />,
    },
    { key: 'rol', head: heads.rol, least: 140, cell: ({ rol }) => <bdi className={styles.foreign}>{rol}</bdi> },
    {
      key: 'start',
      head: heads.start,
      least: 180,
      nowrap: true,
      priority: 1,
      cell: ({ startDate }) => <TimeText iso={startDate} />,
    },
    {
      key: 'end',
      head: heads.end,
      least: 180,
      nowrap: true,
      cell: ({ endDate }) => (
        <span className={styles.days}>
          <TimeText iso={endDate} />
          <Left iso={endDate} now={now} />
        </span>
      ),
    },
    {
      key: 'maxRequests',
      head: heads.maxRequests,
      align: 'end',
      least: 130,
      nowrap: true,
      priority: 2,
      cell: ({ maxRequests }) => count(maxRequests),
    },
    {
      key: 'detail',
      head: heads.detail,
      least: 260,
      grows: true,
      cell: ({ paidDetail }) => <Detail {...paidDetail} />,
    },
  ];
  return (
    <DataTable
      {...props}
      list="paid-active"
      label={words.tab}
      columns={columns}
      rowKey={({ rol, paidDetail }) => `${paidDetail.idPayment} ${rol}`}
      none={words.none}
      noneMore={<p>{words.noneMore}</p>}
    />
  );
};
