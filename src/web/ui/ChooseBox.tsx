import type { MouseEvent } from 'react';
import styles from './DataTable.module.css';
import type { Chosen } from './useChosen.ts';

/** Chooses a row; with Shift also those since the last one. */
export const ChooseBox = ({ name, on, off, set }: ReturnType<Chosen<unknown>['of']>) => (
  <label className={styles.choose}>
    <input
      type="checkbox"
      aria-label={`Select ${name}`}
      checked={on}
      disabled={off}
      onChange={({ currentTarget, nativeEvent }) =>
        set(currentTarget.checked, (nativeEvent as unknown as MouseEvent).shiftKey)
      }
    />
  </label>
);

interface AllProps extends Pick<Chosen<unknown>, 'all'> {
  /** Also for who sees it, where no head of a column stands above. */
  readonly label?: boolean;
}

/** Chooses all rows that are shown, or none. */
export const ChooseAll = ({ all: { extent, off, set }, label = false }: AllProps) => (
  <label className={styles.choose}>
    <input
      type="checkbox"
      aria-label="Select all on this page"
      checked={extent === 'all'}
      disabled={off}
      ref={(box) => {
        if (box) box.indeterminate = extent === 'some';
      }}
      onChange={() => set(extent !== 'all')}
    />
    {label && <span aria-hidden="true">Select all on this page</span>}
  </label>
);
