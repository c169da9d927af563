import { useMemo } from 'react';
import { usePreferences } from '#web/lib/preferences.ts';
import { Cards } from './Cards.tsx';
import styles from './DataTable.module.css';
import { EmptyState, Failed } from './EmptyState.tsx';
import { fit } from './fit.ts';
import kit from './kit.module.css';
import { ListTools } from './ListTools.tsx';
import { lookOf, shownColumns } from './list-look.ts';
import { TableGrid } from './TableGrid.tsx';
import { Tools } from './ToolsPlace.tsx';
import type { TableProps } from './table-types.ts';
import { useChanged } from './useChanged.ts';
import { useChosen } from './useChosen.ts';
import { useWidth } from './useWidth.ts';

/** A list of records in its four states; a table where there is room in its container, cards where there is not. */
export const DataTable = <T extends object>(given: TableProps<T>) => {
  const { state, none, noneMore, list: name, label, card, skeleton = 8 } = given;
  const look = lookOf(usePreferences(), name);
  const columns = useMemo(() => shownColumns(given.columns, look.hidden), [given.columns, look.hidden]);
  const props = { ...given, columns };
  const [list, width] = useWidth<HTMLDivElement>();
  const chosen = useChosen(props);
  const { cards, folded } = fit(columns, width, { chosen: chosen !== null, detail: props.detail !== undefined });
  const changed = useChanged(props);
  const { show, busy, stale, error, onRetry } = state;
  const retry = (): void => {
    // The button goes; who pressed it stays here.
    list.current?.focus({ preventScroll: true });
    onRetry();
  };
  const waits = show === 'loading';
  return (
    <div
      ref={list}
      tabIndex={-1}
      className={styles.list}
      data-part="list"
      aria-busy={waits || busy}
      data-stale={stale && show === 'rows'}
      data-waits={waits || undefined}
      data-density={look.density}
    >
      {name && !(cards && card) && (
        <Tools>
          <ListTools list={name} label={label} columns={given.columns} look={look} />
        </Tools>
      )}
      {Boolean(error) && <Failed error={error} onRetry={retry} />}
      <span role="status" className={kit.hidden}>
        {waits && 'Loading'}
      </span>
      {show === 'failed' && <EmptyState title={none} />}
      {show === 'empty' && <EmptyState title={none}>{noneMore}</EmptyState>}
      {(show === 'rows' || waits) && !cards && (
        <TableGrid {...props} folded={folded} changed={changed} chosen={chosen} />
      )}
      {show === 'rows' && cards && <Cards {...props} changed={changed} chosen={chosen} />}
      {waits && cards && (
        <div className={styles.cards} aria-hidden="true">
          {Array.from({ length: Math.min(4, skeleton) }, (_, at) => (
            <span key={at} className={kit.skeleton} />
          ))}
        </div>
      )}
    </div>
  );
};
