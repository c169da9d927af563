import type { Payment } from '#contracts/billing.api.ts';
import { price } from '#web/lib/price.ts';
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx';
import kit from '#web/ui/kit.module.css';
import { payments } from '#web/words/payments.ts';
import styles from './payments.module.css';

const words = payments.cancelling;

interface Props {
  /** Everything of the order: it is cancelled together. */
  readonly items: readonly Payment[];
  readonly opened: boolean;
  readonly busy: boolean;
  readonly onConfirm: () => void;
  readonly onClose: () => void;
}

/** Asks before an order that is not paid is given up. */
export const CancelDialog = ({ items, ...dialog }: Props) => (
  <ConfirmDialog title={words.title} confirm={words.confirm} keep={words.keep} danger {...dialog}>
    <p className={kit.question}>
      {words.ask} <strong dir="auto">{items.map(({ feature }) => feature).join(', ')}</strong>?
    </p>
    <p className={styles.quiet}>
      {price(items.reduce((sum, item) => sum + item.price, 0))} · {words.order} {items[0]?.order}
    </p>
  </ConfirmDialog>
);
