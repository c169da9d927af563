type Key = string | number;
type Keys = ReadonlySet<Key>;

/** The chosen ones with these added, or taken away. */
export const choose = (chosen: Keys, keys: readonly Key[], on: boolean): Keys => {
  const next = new Set(chosen);
  for (const key of keys) on ? next.add(key) : next.delete(key);
  return next;
};

/** Those between two of a list, both within; only the second where the first is not there any more. */
export const between = (keys: readonly Key[], from: Key | null, to: Key): readonly Key[] => {
  const [first, last] = [keys.indexOf(from ?? to), keys.indexOf(to)];
  return first < 0 || last < 0 ? [to] : keys.slice(Math.min(first, last), Math.max(first, last) + 1);
};

/** Whether all of a list are chosen, some, or none; of nothing, none. */
export const extentOf = (chosen: Keys, keys: readonly Key[]): 'all' | 'some' | 'none' => {
  const many = keys.filter((key) => chosen.has(key)).length;
  if (many === 0) return 'none';
  return many === keys.length ? 'all' : 'some';
};
