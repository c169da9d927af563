import { type Product, productDelete, type Role, roleDelete } from '#contracts/plans.api.ts';
import { thenClose, useSend } from '#web/lib/query.ts';
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx';
import kit from '#web/ui/kit.module.css';
import { products } from '#web/words/products.ts';
import styles from './products.module.css';
import { usePlansChanged } from './usePlansChanged.ts';

export type Removing =
  | { readonly kind: 'product'; readonly product: Product }
  | { readonly kind: 'role'; readonly role: Role };

interface Props {
  readonly removing: Removing;
  readonly opened: boolean;
  readonly onClose: () => void;
}

/** Asks before a product or a role is deleted. A refusal is said in the alert bar. */
export const RemoveDialog = ({ removing, opened, onClose }: Props) => {
  const changed = usePlansChanged();
  const settled = thenClose(changed, onClose);
  const product = useSend(productDelete, settled);
  const role = useSend(roleDelete, settled);
  const isProduct = removing.kind === 'product';
  const words = isProduct ? products.product : products.role;
  const active = isProduct ? removing.product.activePayments : 0;
  const remove = (): void => {
    if (isProduct) product.mutate({ params: { id: removing.product.idProduct } });
    else role.mutate({ params: { id: removing.role.idRol } });
  };
  return (
    <ConfirmDialog
      opened={opened}
      title={words.deleteTitle}
      confirm={products.remove}
      danger
      busy={product.isPending || role.isPending}
      onConfirm={remove}
      onClose={onClose}
    >
      <p className={kit.question}>
        {words.deleteAsk} <strong dir="auto">{isProduct ? removing.product.name : removing.role.rol}</strong>?
      </p>
      {active > 0 && <p className={styles.warning}>{products.product.deleteActive(active)}</p>}
    </ConfirmDialog>
  );
};
