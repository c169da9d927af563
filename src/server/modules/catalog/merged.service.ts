import type { Executor } from '#server/platform/db/database.ts';
import { readRedirects } from './record.store.ts';

/** Groups of people by key as they are now: in place of one who was merged stands whom that one has become. */
export const peopleNow = async (
  db: Executor,
  groups: readonly (readonly number[])[],
): Promise<readonly (readonly number[])[]> => {
  if (groups.length === 0) return groups;
  const moved = await readRedirects(db, 'name', groups.flat());
  return groups.map((group) => group.map((key) => moved.get(key) ?? key));
};
