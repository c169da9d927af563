import { Button } from '@mantine/core';
import { IconAdjustmentsHorizontal, IconX } from '@tabler/icons-react';
import { type ReactNode, useId, useState } from 'react';
import styles from './FilterBar.module.css';
import kit from './kit.module.css';
import type { FilterForm } from './useFilters.ts';

interface Props {
  /** Names the form for a screen reader, such as `Filter logs`. */
  readonly label: string;
  readonly filters: FilterForm;
  /** The fields, each with its label. */
  readonly children: ReactNode;
  /** All fields and the button off, as while logs refresh themselves. */
  readonly disabled?: boolean;
}

/**
 * A row of filters that wraps, and below it a chip for each that is set; on a phone the row folds away behind a button that
 * says how many are.
 */
export const FilterBar = ({ label, filters, children, disabled = false }: Props) => {
  const { chips, search, drop, clear } = filters;
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
        Filters{chips.length > 0 && ` (${chips.length})`}
      </button>
      <form
        id={id}
        aria-label={label}
        data-open={open}
        onSubmit={(event) => {
          event.preventDefault();
          setOpen(false);
          search();
        }}
      >
        <fieldset className={styles.fields} disabled={disabled}>
          {children}
          <div className={styles.actions}>
            <Button type="submit">Search</Button>
            {chips.length > 0 && (
              <Button variant="subtle" type="button" onClick={clear}>
                Clear filters
              </Button>
            )}
          </div>
        </fieldset>
      </form>
      {chips.length > 0 && (
        <ul className={styles.chips}>
          {chips.map(({ name, label: of, text }) => (
            <li key={name}>
              <button type="button" className={styles.chip} disabled={disabled} onClick={() => drop(name)}>
                <span>
                  {of}: <bdi>{text}</bdi>
                  <span className={kit.hidden}>, take this filter away</span>
                </span>
                <IconX size={14} aria-hidden />
              </button>
            </li>
          ))}
        </ul>
      )}
    </search>
  );
};
