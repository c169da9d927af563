import { useEffect, useRef, useState } from 'react';
import type { TableProps } from './table-types.ts';

type Key = string | number;

/** How long a row stands out whose value has become another. */
const STANDS_OUT_MS = 2500;
const NONE: ReadonlySet<Key> = new Set();

/** Those of `now` whose value was another in `before`; what is new has not changed. */
export const changedIn = (
  before: ReadonlyMap<Key, string | number>,
  now: ReadonlyMap<Key, string | number>,
): ReadonlySet<Key> =>
  new Set([...now].flatMap(([key, value]) => (before.has(key) && before.get(key) !== value ? [key] : [])));

/** The keys of the rows whose watched value has become another a moment ago. */
export const useChanged = <T>({ rows, rowKey, watched }: TableProps<T>): ReadonlySet<Key> => {
  const before = useRef<ReadonlyMap<Key, string | number>>(new Map());
  const [changed, setChanged] = useState(NONE);
  useEffect(() => {
    if (watched === undefined) return;
    const now = new Map(rows.map((row) => [rowKey(row), watched(row)]));
    const found = changedIn(before.current, now);
    before.current = now;
    if (found.size > 0) setChanged(found);
  }, [rows]);
  useEffect(() => {
    if (changed.size === 0) return;
    const timer = setTimeout(() => setChanged(NONE), STANDS_OUT_MS);
    return () => clearTimeout(timer);
  }, [changed]);
  return changed;
};
