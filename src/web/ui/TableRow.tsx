import { IconChevronDown, IconChevronRight } from '@tabler/icons-react';
import { type HTMLAttributes, type ReactNode, useId } from 'react';
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
  /** What else stands below it. */
  readonly detail?: (row: T) => ReactNode;
  /** The box in which it is chosen. */
  readonly choose?: ReactNode;
  readonly unfolded: boolean;
  readonly onUnfold: () => void;
}

export const TableRow = <T,>(props: Props<T>) => {
  const { row, columns, below, tone, changed, opens, reach, detail, choose, unfolded, onUnfold } = props;
  const id = useId();
  const unfolds = below.length > 0 || detail !== undefined;
  const open = unfolds && unfolded;
  const heads = below.map(({ head, name: hidden = '' }) => head || hidden);
  const name = [...heads, ...(detail ? ['Details'] : [])].join(', ');
  return (
    <>
      <tr data-tone={tone} data-opens={opens} data-changed={changed} {...reach}>
        {choose !== undefined && <td className={styles.unfold}>{choose}</td>}
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
          <td colSpan={columns.length + (choose === undefined ? 1 : 2)}>
            {below.length > 0 && <Facts columns={below} row={row} />}
            {detail?.(row)}
          </td>
        </tr>
      )}
    </>
  );
};
