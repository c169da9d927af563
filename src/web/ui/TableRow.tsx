import { IconChevronDown, IconChevronRight } from '@tabler/icons-react';
import { type HTMLAttributes, useId } from 'react';
import type { RowTone } from '#web/lib/status.ts';
import { Facts } from './Cards.tsx';
import styles from './DataTable.module.css';
import kit from './kit.module.css';
import type { Column } from './table-types.ts';

interface Props<T> {
  readonly row: T;
  readonly columns: readonly Column<T>[];
  /** The columns that stand below the row, where somebody wants to see them. */
  readonly below: readonly Column<T>[];
  readonly tone: RowTone | undefined;
  readonly changed: boolean;
  readonly opens: boolean;
  readonly reach?: HTMLAttributes<HTMLTableRowElement>;
  readonly unfolded: boolean;
  readonly onUnfold: () => void;
}

export const TableRow = <T,>({ row, columns, below, tone, changed, opens, reach, unfolded, onUnfold }: Props<T>) => {
  const id = useId();
  const unfolds = below.length > 0;
  const open = unfolds && unfolded;
  const name = below.map(({ head, name: hidden = '' }) => head || hidden).join(', ');
  return (
    <>
      <tr data-tone={tone} data-opens={opens} data-changed={changed} {...reach}>
        {unfolds && (
          <td className={styles.unfold}>
            <button
              type="button"
              className={kit.icon}
              aria-label={name}
              title={name}
              aria-expanded={open}
              aria-controls={open ? id : undefined}
              onClick={onUnfold}
            >
              {open ? <IconChevronDown size={16} aria-hidden /> : <IconChevronRight size={16} aria-hidden />}
            </button>
          </td>
        )}
        {columns.map(({ key, align, nowrap, sticks, cell }) => (
          <td key={key} data-align={align} data-nowrap={nowrap} data-sticks={sticks}>
            {cell(row)}
          </td>
        ))}
      </tr>
      {open && (
        <tr id={id} className={styles.below}>
          <td colSpan={columns.length + 1}>
            <Facts columns={below} row={row} />
          </td>
        </tr>
      )}
    </>
  );
};
