import { once } from 'node:events';
import { finished } from 'node:stream/promises';
import type pg from 'pg';
import { from as copyFrom, to as copyTo } from 'pg-copy-streams';
import { copyInto, copyOutOf } from './tables.store.ts';

/** Bytes of a part: of so many a table is made, so that none of them takes much memory. */
export const PART = 4 * 1024 * 1024;
const NEWLINE = 10;

/** The rows that end within a text of COPY: what stands within a row is written otherwise. */
export const rowsIn = (bytes: Buffer): number => {
  let rows = 0;
  for (let at = bytes.indexOf(NEWLINE); at >= 0; at = bytes.indexOf(NEWLINE, at + 1)) rows += 1;
  return rows;
};

/** The rows of a table as text, in parts of one size but for the last one. */
export const partsOf = async function* (
  session: pg.ClientBase,
  table: string,
  columns: readonly string[],
): AsyncGenerator<Buffer> {
  const stream = session.query(copyTo(copyOutOf(table, columns)));
  let held: Buffer[] = [];
  let size = 0;
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    held.push(chunk);
    size += chunk.length;
    while (size >= PART) {
      const all = Buffer.concat(held);
      yield all.subarray(0, PART);
      const rest = all.subarray(PART);
      held = [rest];
      size = rest.length;
    }
  }
  if (size > 0) yield Buffer.concat(held);
};

/** Fills one table from parts. */
export const openFilling = (session: pg.ClientBase, table: string, columns: readonly string[]) => {
  const copy = session.query(copyFrom(copyInto(table, columns), { highWaterMark: PART }));
  const done = finished(copy);
  // A COPY that has failed says so once and takes further rows as if nothing were.
  const failure = new AbortController();
  done.catch((error: unknown) => failure.abort(error));
  return {
    add: async (part: Buffer): Promise<void> => {
      failure.signal.throwIfAborted();
      if (!copy.write(part)) await Promise.race([once(copy, 'drain'), done]);
    },
    end: async (): Promise<void> => {
      copy.end();
      await done;
    },
    giveUp: async (): Promise<void> => {
      copy.destroy();
      await done.catch(() => {});
    },
  };
};

export type Filling = ReturnType<typeof openFilling>;
