/** What a query says of itself; a part of what TanStack Query gives. */
export interface Asked {
  readonly isPending: boolean;
  readonly isFetching: boolean;
  /** Nobody has asked for what is on its way. */
  readonly unasked?: boolean;
  readonly error: unknown;
  readonly refetch: () => unknown;
}

/** What stands in for a query while the address cannot be asked for. */
export const NOT_ASKED: Asked = { isPending: false, isFetching: false, error: null, refetch: () => undefined };

/**
 * loading: nothing is here yet. failed: what was asked for did not come, and there is nothing of before either.
 * empty: there is no record. rows: there are.
 */
export interface TableState {
  readonly show: 'loading' | 'failed' | 'empty' | 'rows';
  /** Some are on their way. */
  readonly busy: boolean;
  /** Somebody has asked for others; those of before stay, dimmed. */
  readonly stale: boolean;
  /** Why nothing came; rows of before may stand all the same. */
  readonly error: unknown;
  readonly onRetry: () => void;
}

/** The one precedence: rows that are here stand; else what is on its way, then what went wrong. */
export const tableState = (
  { isPending, isFetching, unasked = false, error, refetch }: Asked,
  rows: number,
): TableState => {
  const without = isPending ? 'loading' : error ? 'failed' : 'empty';
  return {
    show: rows > 0 ? 'rows' : without,
    busy: isFetching,
    stale: isFetching && !isPending && !unasked,
    error,
    onRetry: () => void refetch(),
  };
};
