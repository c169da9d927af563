import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { count } from '#web/lib/numbers.ts';
import styles from './ActionBar.module.css';

interface Props {
  /** How many rows are selected, on whichever page. */
  readonly chosen: number;
  readonly onClear: () => void;
  /** Buttons for what can be done with them. */
  readonly children: ReactNode;
}

/** What can be done with the selected rows; there is nothing while none are. */
export const ActionBar = ({ chosen, onClear, children }: Props) => (
  <div className={styles.place}>
    <span role="status" className={styles.many} data-none={chosen === 0}>
      {chosen > 0 && `${count(chosen)} selected`}
    </span>
    {chosen > 0 && (
      <div role="toolbar" aria-label="Selected rows" className={styles.actions}>
        {children}
        <Button variant="subtle" onClick={onClear}>
          Clear selection
        </Button>
      </div>
    )}
  </div>
);
