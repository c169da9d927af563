import { Cards } from './Cards.tsx';
import styles from './DataTable.module.css';
import { EmptyState, Failed } from './EmptyState.tsx';
import { BOX_WIDTH, fit, UNFOLD_WIDTH } from './fit.ts';
import kit from './kit.module.css';
import { TableGrid } from './TableGrid.tsx';
import type { TableProps } from './table-types.ts';
import { useChanged } from './useChanged.ts';
import { useChosen } from './useChosen.ts';
import { useWidth } from './useWidth.ts';

/** A list of records in its four states; a table where there is room in its container, cards where there is not. */
export const DataTable = <T extends object>(props: TableProps<T>) => {
  const { state, none, noneMore, columns, skeleton = 8 } = props;
  const [list, width] = useWidth<HTMLDivElement>();
  const chosen = useChosen(props);
  const { cards, folded } = fit(columns, width, (chosen ? BOX_WIDTH : 0) + (props.detail ? UNFOLD_WIDTH : 0));
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
    >
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
