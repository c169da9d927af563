import { useRef } from 'react';
import { between, choose, extentOf } from './chosen.ts';
import type { TableProps } from './table-types.ts';

/** The boxes of a list in which rows are chosen: one for each row, and one for all that are shown; null where none are. */
export const useChosen = <T>({ rows, rowKey, selection }: Pick<TableProps<T>, 'rows' | 'rowKey' | 'selection'>) => {
  const last = useRef<string | number | null>(null);
  if (selection === undefined) return null;
  const { chosen, onChoose, may = () => true, name } = selection;
  const keys = rows.filter(may).map(rowKey);
  return {
    all: {
      extent: extentOf(chosen, keys),
      off: keys.length === 0,
      set: (on: boolean): void => onChoose(choose(chosen, keys, on)),
    },
    of: (row: T) => {
      const key = rowKey(row);
      return {
        name: name(row),
        on: chosen.has(key),
        off: !may(row),
        set: (on: boolean, ranges: boolean): void => {
          onChoose(choose(chosen, ranges ? between(keys, last.current, key) : [key], on));
          last.current = key;
        },
      };
    },
  };
};

export type Chosen<T> = NonNullable<ReturnType<typeof useChosen<T>>>;
