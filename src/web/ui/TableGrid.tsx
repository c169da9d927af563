import styles from './DataTable.module.css';
import kit from './kit.module.css';
import { TableRow } from './TableRow.tsx';
import type { Column, TableProps } from './table-types.ts';
import { useOverflow } from './useOverflow.ts';
import { useRowKeys } from './useRowKeys.ts';
import { useTableModel } from './useTableModel.ts';

interface Props<T> extends TableProps<T> {
  /** The keys of the columns that have no room. */
  readonly folded: readonly string[];
  readonly changed: ReadonlySet<string | number>;
}

const Head = <T,>({ column }: { readonly column: Column<T> }) => {
  const { head, name, align, least, grows, sticks } = column;
  const width = grows ? undefined : least;
  return (
    <th scope="col" data-align={align} data-sticks={sticks} style={{ minInlineSize: least, inlineSize: width }}>
      {head === '' ? <span className={kit.hidden}>{name}</span> : head}
    </th>
  );
};

export const TableGrid = <T extends object>(props: Props<T>) => {
  const { label, state, skeleton = 8, folded, changed, rowTone, onOpen } = props;
  const { box, over } = useOverflow();
  const { rows, shown, below } = useTableModel(props, folded);
  const keys = useRowKeys(rows.length, (at) => {
    const row = rows[at];
    if (row) onOpen?.(row.original);
  });
  const unfolds = below.length > 0;
  const rowProps = { columns: shown, below, opens: onOpen !== undefined };

  return (
    <div
      ref={box}
      className={styles.box}
      data-part="table"
      data-over={over}
      {...(over && { tabIndex: 0, role: 'region', 'aria-label': `${label}, scrolls sideways` })}
    >
      <table className={styles.table} aria-label={label}>
        <thead>
          <tr>
            {unfolds && (
              <th scope="col" className={styles.unfold}>
                <span className={kit.hidden}>More</span>
              </th>
            )}
            {shown.map((column) => (
              <Head key={column.key} column={column} />
            ))}
          </tr>
        </thead>
        <tbody>
          {state.show === 'loading'
            ? Array.from({ length: skeleton }, (_, at) => (
                <tr key={at}>
                  {unfolds && <td />}
                  {shown.map(({ key }) => (
                    <td key={key}>
                      <span className={kit.skeleton} />
                    </td>
                  ))}
                </tr>
              ))
            : rows.map((row, at) => (
                <TableRow<T>
                  key={row.id}
                  {...rowProps}
                  row={row.original}
                  tone={rowTone?.(row.original)}
                  changed={changed.has(props.rowKey(row.original))}
                  unfolded={row.getIsExpanded()}
                  onUnfold={row.getToggleExpandedHandler()}
                  {...(onOpen && { reach: keys(at) })}
                />
              ))}
        </tbody>
      </table>
    </div>
  );
};
