import { Cards } from './Cards.tsx';
import { Failed } from './EmptyState.tsx';
import { TableGrid } from './TableGrid.tsx';
import type { TableProps } from './table-types.ts';
import { useNarrow } from './useNarrow.ts';
import './DataTable.css';
import './kit.css';

/** A list of records in its four states; a table where there is room, cards where there is not. */
export const DataTable = <T,>(props: TableProps<T>) => {
  const { rows, state, error, onRetry, empty, cardsBelow, skeleton = 8 } = props;
  const narrow = useNarrow(cardsBelow);
  const waiting = state === 'loading';
  const nothing = rows.length === 0 && !waiting;
  return (
    <div className="kx-list" aria-busy={waiting || state === 'stale'} data-stale={state === 'stale'}>
      {state === 'error' && <Failed error={error} onRetry={onRetry} />}
      <span role="status" className="kx-hidden">
        {waiting && 'Loading'}
      </span>
      {nothing && state !== 'error' && empty}
      {!nothing && !narrow && <TableGrid {...props} />}
      {!nothing && narrow && !waiting && <Cards {...props} />}
      {narrow && waiting && (
        <div className="kx-cards" aria-hidden="true">
          {Array.from({ length: Math.min(4, skeleton) }, (_, at) => (
            <span key={at} className="kx-skeleton" />
          ))}
        </div>
      )}
    </div>
  );
};
