import { ChooseAll, ChooseBox } from './ChooseBox.tsx';
import styles from './DataTable.module.css';
import kit from './kit.module.css';
import { TableRow } from './TableRow.tsx';
import type { Column, TableProps } from './table-types.ts';
import type { Chosen } from './useChosen.ts';
import { useOverflow } from './useOverflow.ts';
import { useRowKeys } from './useRowKeys.ts';
import { useTableModel } from './useTableModel.ts';

interface Props<T> extends TableProps<T> {
  /** The keys of the columns that have no room. */
  readonly folded: readonly string[];
  readonly changed: ReadonlySet<string | number>;
  readonly chosen: Chosen<T> | null;
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
  const { label, state, skeleton = 8, folded, changed, chosen, detail, rowTone, onOpen } = props;
  const { box, over } = useOverflow();
  const { rows, shown, below } = useTableModel(props, folded);
  const keys = useRowKeys(rows.length, (at) => {
    const row = rows[at];
    if (row) onOpen?.(row.original);
  });
  const unfolds = below.length > 0 || detail !== undefined;
  const rowProps = { columns: shown, below, opens: onOpen !== undefined, ...(detail && { detail }) };

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
            {chosen && (
              <th scope="col" className={styles.unfold}>
                <ChooseAll all={chosen.all} />
              </th>
            )}
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
                  {chosen && <td />}
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
                  {...(chosen && { choose: <ChooseBox {...chosen.of(row.original)} /> })}
                />
              ))}
        </tbody>
      </table>
    </div>
  );
};
