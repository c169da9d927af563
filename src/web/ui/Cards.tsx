import { type ReactNode, useState } from 'react';
import { ChooseAll, ChooseBox } from './ChooseBox.tsx';
import styles from './DataTable.module.css';
import kit from './kit.module.css';
import type { TableProps } from './table-types.ts';
import type { Chosen } from './useChosen.ts';

interface Props<T> extends TableProps<T> {
  readonly changed: ReadonlySet<string | number>;
  readonly chosen: Chosen<T> | null;
}

interface UnfoldingProps {
  readonly begins: boolean;
  readonly children: () => ReactNode;
}

const Unfolding = ({ begins, children }: UnfoldingProps) => {
  const [open, setOpen] = useState(begins);
  return (
    <>
      <button type="button" className={kit.control} aria-expanded={open} onClick={() => setOpen(!open)}>
        Details
      </button>
      {open && <div className={styles.cardDetail}>{children()}</div>}
    </>
  );
};

/** The rows of a table where it has no room. */
export const Cards = <T,>(props: Props<T>) => {
  const { label, columns, rows, rowKey, rowTone, onOpen, card, detail, unfolded, changed, chosen } = props;
  return (
    <>
      {chosen && <ChooseAll all={chosen.all} label />}
      <ul className={styles.cards} data-part="cards" aria-label={label}>
        {rows.map((row) => (
          <li key={rowKey(row)} data-tone={rowTone?.(row)} data-changed={changed.has(rowKey(row))}>
            {chosen && <ChooseBox {...chosen.of(row)} />}
            {card ? card(row) : <Facts columns={columns} row={row} />}
            {onOpen && (
              <button type="button" className={kit.control} onClick={() => onOpen(row)}>
                Open
              </button>
            )}
            {detail && <Unfolding begins={rowKey(row) === unfolded}>{() => detail(row)}</Unfolding>}
          </li>
        ))}
      </ul>
    </>
  );
};

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
