import { cellsOf } from './copy.ts';
import { createLines, type LineCounts } from './lines.ts';
import type { DatasetFile } from './read.ts';

export type Rows = readonly (readonly string[])[];

const ID = /^(?:tt|nm)\d{7,10}$/;
const isLarger = (id: string, other: string): boolean =>
  id.length === other.length ? id > other : id.length > other.length;

/** Whether none of the ids can come after the last one: in each of the orders that the file may have, it is beyond them. */
const isBeyond = (last: string, ids: readonly string[], { byNumber, byLetter }: LineCounts): boolean =>
  (byNumber || byLetter) &&
  ID.test(last) &&
  ids.every((id) => (!byNumber || isLarger(last, id)) && (!byLetter || last > id));

/**
 * The lines of a file that have one of the ids in a column, as the cells that map.ts writes of them. The file is read
 * once; where the column is the first, no further than its order says that there can be more.
 * @throws FileRefused; the signal's reason
 */
export const findRows = async (
  file: DatasetFile,
  ids: readonly string[],
  signal: AbortSignal,
  column: 0 | 1 = 0,
): Promise<Rows> => {
  const wanted = new Set(ids);
  const lines = createLines(file.name, (cells) => wanted.has(cells[column] ?? ''));
  const found: Buffer[] = [];
  const enough = new AbortController();
  const { stream } = await file.open(AbortSignal.any([signal, enough.signal]));
  try {
    for await (const chunk of stream) {
      found.push(lines.push(Buffer.from(chunk)));
      if (column === 0 && isBeyond(lines.lastId(), ids, lines.counts)) return cellsOf(Buffer.concat(found));
    }
    found.push(lines.end());
    return cellsOf(Buffer.concat(found));
  } finally {
    // Leaving the stream alone would wait for its next part before it lets go of the connection.
    enough.abort();
  }
};
