import type { TableProps } from './table-types.ts';
import './kit.css';

/** The rows of a table where it has no room. */
export const Cards = <T,>({ label, columns, rows, rowKey, rowTone, onOpen, card }: TableProps<T>) => (
  <ul className="kx-cards" aria-label={label}>
    {rows.map((row) => (
      <li key={rowKey(row)} data-tone={rowTone?.(row)}>
        {card ? (
          card(row)
        ) : (
          <dl>
            {columns.map(({ key, head, name, cell }) => (
              <div key={key}>
                <dt>{head === '' ? <span className="kx-hidden">{name}</span> : head}</dt>
                <dd>{cell(row)}</dd>
              </div>
            ))}
          </dl>
        )}
        {onOpen && (
          <button type="button" className="kx-control" onClick={() => onOpen(row)}>
            Open
          </button>
        )}
      </li>
    ))}
  </ul>
);
