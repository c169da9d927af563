import styles from './DataTable.module.css';
import kit from './kit.module.css';
import type { TableProps } from './table-types.ts';

interface Props<T> extends TableProps<T> {
  readonly changed: ReadonlySet<string | number>;
}

/** The rows of a table where it has no room. */
export const Cards = <T,>({ label, columns, rows, rowKey, rowTone, onOpen, card, changed }: Props<T>) => (
  <ul className={styles.cards} data-part="cards" aria-label={label}>
    {rows.map((row) => (
      <li key={rowKey(row)} data-tone={rowTone?.(row)} data-changed={changed.has(rowKey(row))}>
        {card ? card(row) : <Facts columns={columns} row={row} />}
        {onOpen && (
          <button type="button" className={kit.control} onClick={() => onOpen(row)}>
            Open
          </button>
        )}
      </li>
    ))}
  </ul>
);

interface FactsProps<T> extends Pick<TableProps<T>, 'columns'> {
  readonly row: T;
}

/** Heads and cells below each other. */
export const Facts = <T,>({ columns, row }: FactsProps<T>) => (
  <dl className={styles.facts}>
    {columns.map(({ key, head, name, cell }) => (
      <div key={key}>
        <dt>{head === '' ? <span className={kit.hidden}>{name}</span> : head}</dt>
        <dd>{cell(row)}</dd>
      </div>
    ))}
  </dl>
);
