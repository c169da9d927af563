import type { Failure } from '#server/kernel/failure.ts';
import type { Lookup } from '#server/modules/catalog/record.service.ts';

/**
 * Reads again under the id that a record was merged into: these clients follow no redirects. Throws what `missing` makes
 * where even that one has moved.
 */
export const followed = async <T, Id>(
  read: (id: Id | string) => Promise<Lookup<T>>,
  id: Id,
  missing: () => Failure,
): Promise<T> => {
  const first = await read(id);
  const result = 'movedTo' in first ? await read(first.movedTo) : first;
  if ('movedTo' in result) throw missing();
  return result.found;
};
