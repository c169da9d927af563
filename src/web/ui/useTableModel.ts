import {
  columnVisibilityFeature,
  type ExpandedState,
  rowExpandingFeature,
  tableFeatures,
  useTable,
} from '@tanstack/react-table';
import { useMemo, useState } from 'react';
import type { Column, TableProps } from './table-types.ts';

const FEATURES = tableFeatures({ columnVisibilityFeature, rowExpandingFeature });

/** The rows and cells of a list, of which some columns may be folded below their row. */
export const useTableModel = <T extends object>(
  { columns, rows, rowKey, unfolded }: Pick<TableProps<T>, 'columns' | 'rows' | 'rowKey' | 'unfolded'>,
  folded: readonly string[],
) => {
  const [expanded, setExpanded] = useState<ExpandedState>(unfolded === undefined ? {} : { [unfolded]: true });
  const defs = useMemo(() => columns.map(({ key }) => ({ id: key })), [columns]);
  const byKey = useMemo(() => new Map(columns.map((column) => [column.key, column])), [columns]);
  const table = useTable({
    features: FEATURES,
    columns: defs,
    data: rows,
    getRowId: (row: T) => String(rowKey(row)),
    getRowCanExpand: () => true,
    // Rows come anew with every answer; what somebody has opened stays so.
    autoResetExpanded: false,
    state: { expanded, columnVisibility: Object.fromEntries(folded.map((key) => [key, false])) },
    onExpandedChange: setExpanded,
  });
  const columnOf = (key: string): Column<T> | undefined => byKey.get(key);
  const shown = table.getVisibleLeafColumns().flatMap(({ id }) => columnOf(id) ?? []);
  const below = folded.flatMap((key) => columnOf(key) ?? []);
  return { rows: table.getRowModel().rows, shown, below };
};
