import { Button } from '@mantine/core';
import { products } from '#web/words/products.ts';
import styles from './products.module.css';

interface Props {
  /** What the buttons are called for somebody who does not see their row. */
  readonly editName: string;
  readonly deleteName: string;
  readonly onEdit: () => void;
  readonly onDelete: () => void;
}

/** What can be done with the record of a row. */
export const RowActions = ({ editName, deleteName, onEdit, onDelete }: Props) => (
  <span className={styles.actions}>
    <Button size="xs" variant="default" aria-label={editName} onClick={onEdit}>
      {products.edit}
    </Button>
    <Button size="xs" variant="default" c="danger" aria-label={deleteName} onClick={onDelete}>
      {products.remove}
    </Button>
  </span>
);
