import { Button } from '@mantine/core';
import { IconAdjustmentsHorizontal } from '@tabler/icons-react';
import { type ReactNode, useId, useState } from 'react';
import styles from './FilterBar.module.css';
import kit from './kit.module.css';

interface Props {
  /** Names the form for a screen reader, such as `Filter logs`. */
  readonly label: string;
  /** How many filters are set; stands on the button of a phone. */
  readonly active: number;
  /** The fields, each with its label. */
  readonly children: ReactNode;
  /** Enter in a field, or the Search button. */
  readonly onSearch: () => void;
  /** Puts all filters back; offered while some are set. */
  readonly onClear?: () => void;
  /** All fields and the button off, as while logs refresh themselves. */
  readonly disabled?: boolean;
}

/** A row of filters that wraps; on a phone it folds away behind a button that says how many are set. */
export const FilterBar = ({ label, active, children, onSearch, onClear, disabled = false }: Props) => {
  const [open, setOpen] = useState(false);
  const id = useId();
  return (
    <search className={styles.filters}>
      <button
        type="button"
        className={`${kit.control} ${styles.toggle}`}
        aria-expanded={open}
        aria-controls={id}
        onClick={() => setOpen(!open)}
      >
        <IconAdjustmentsHorizontal size={16} aria-hidden />
        Filters{active > 0 && ` (${active})`}
      </button>
      <form
        id={id}
        aria-label={label}
        data-open={open}
        onSubmit={(event) => {
          event.preventDefault();
          setOpen(false);
          onSearch();
        }}
      >
        <fieldset className={styles.fields} disabled={disabled}>
          {children}
          <div className={styles.actions}>
            <Button type="submit">Search</Button>
            {onClear && active > 0 && (
              <Button variant="subtle" type="button" onClick={onClear}>
                Clear filters
              </Button>
            )}
          </div>
        </fieldset>
      </form>
    </search>
  );
};
