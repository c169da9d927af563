import type { ExportFormat } from '#contracts/list-export.ts';
import type { Bytes, Sink } from './sink.ts';

export interface Progress {
  readonly rows: number;
  readonly bytes: number;
}

/** The file broke off: what has come of it is dropped. */
export class BrokenOff extends Error {
  readonly rows: number;
  constructor(rows: number, cause: unknown) {
    super('the file broke off', { cause });
    this.rows = rows;
  }
}

/** What ends a row, and stands nowhere else in the file; CSV has a row of heads. */
const ENDS = { csv: { byte: 13, heads: 1 }, jsonl: { byte: 10, heads: 0 } } as const;

/** Counts how often a byte stands in others. */
const countOf = (bytes: Bytes, byte: number): number => {
  let count = 0;
  for (let at = bytes.indexOf(byte); at >= 0; at = bytes.indexOf(byte, at + 1)) count += 1;
  return count;
};

export interface Pouring {
  readonly format: ExportFormat;
  readonly signal: AbortSignal;
  readonly onProgress: (progress: Progress) => void;
}

/**
 * Writes a file of rows to its place while it comes in; keeps it when it is whole, and drops it otherwise. Rejects with
 * BrokenOff where its end does not come, with the reason of the signal, or with what the place says.
 */
export const pour = async (
  file: ReadableStream<Bytes>,
  sink: Sink,
  { format, signal, onProgress }: Pouring,
): Promise<Progress> => {
  const { byte, heads } = ENDS[format];
  const reader = file.getReader();
  // What waits for more ends at once.
  const cancel = (): void => void reader.cancel().catch(() => undefined);
  signal.addEventListener('abort', cancel, { once: true });
  let [ends, bytes] = [-heads, 0];
  const progress = (): Progress => ({ rows: Math.max(0, ends), bytes });
  try {
    for (;;) {
      const { value, done } = await reader.read().catch((cause: unknown) => {
        signal.throwIfAborted();
        throw new BrokenOff(progress().rows, cause);
      });
      signal.throwIfAborted();
      if (done) break;
      await sink.write(value);
      ends += countOf(value, byte);
      bytes += value.length;
      onProgress(progress());
    }
    await sink.keep();
    return progress();
  } catch (error) {
    cancel();
    await sink.drop().catch(() => undefined);
    throw error;
  } finally {
    signal.removeEventListener('abort', cancel);
  }
};
