/** An answer that can be given again while its ETag holds. */
export interface Kept {
  readonly etag: string | null;
  readonly type: string;
  readonly bytes: ArrayBuffer;
  /** There are more items than the total says. */
  readonly more: boolean;
}

/** What an entry takes beside its bytes, roughly. */
const ENTRY_BYTES = 300;

const sizeOf = (key: string, { bytes }: Kept): number => bytes.byteLength + 2 * key.length + ENTRY_BYTES;

/** Answers by their address, up to so many bytes; what was put there longest ago goes first. */
export const createCache = (maxBytes: number) => {
  // A Map keeps the order in which keys came.
  const kept = new Map<string, Kept>();
  let size = 0;
  const drop = (key: string): void => {
    const entry = kept.get(key);
    if (entry === undefined) return;
    kept.delete(key);
    size -= sizeOf(key, entry);
  };
  return {
    get: (key: string): Kept | undefined => kept.get(key),
    /** Also for what is there already, each time it was found to be right. */
    put: (key: string, entry: Kept): void => {
      drop(key);
      kept.set(key, entry);
      size += sizeOf(key, entry);
      for (const oldest of kept.keys()) {
        if (size <= maxBytes) return;
        drop(oldest);
      }
    },
  };
};
