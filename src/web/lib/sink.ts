import { download } from './download.ts';

export type Bytes = Uint8Array<ArrayBuffer>;

/** Where a file is written to while it comes in; until it is kept it is none. */
export interface Sink {
  readonly write: (bytes: Bytes) => Promise<void>;
  readonly keep: () => Promise<void>;
  readonly drop: () => Promise<void>;
}

/** A file is larger than the browser takes here. */
export class TooLarge extends Error {}

/** Bytes that are handed over at once; what has been is the browser's, which puts it on the disk where there is much. */
const PIECE = 4 * 1024 * 1024;
/** Without a place on the disk no file is larger. */
export const MOST_HELD = 1024 * 1024 * 1024;

/** The browser holds the file until it is whole, and downloads it then. */
export const heldSink = (name: string, type: string, most = MOST_HELD): Sink => {
  let pieces: Blob[] = [];
  let fresh: Bytes[] = [];
  let [size, freshSize] = [0, 0];
  const gather = (): void => {
    pieces.push(new Blob(fresh));
    fresh = [];
    freshSize = 0;
  };
  return {
    write: async (bytes) => {
      size += bytes.length;
      if (size > most) throw new TooLarge();
      fresh.push(bytes);
      freshSize += bytes.length;
      if (freshSize >= PIECE) gather();
    },
    keep: async () => {
      gather();
      download(name, pieces, type);
    },
    drop: async () => {
      [pieces, fresh] = [[], []];
    },
  };
};

/** A part of the File System API that not every browser has. */
interface Handle {
  readonly getFile: () => Promise<{ readonly size: number }>;
  readonly createWritable: () => Promise<{
    readonly write: (bytes: Bytes) => Promise<void>;
    readonly close: () => Promise<void>;
    readonly abort: () => Promise<void>;
  }>;
  readonly remove?: () => Promise<void>;
}
type Picker = (options: { readonly suggestedName: string }) => Promise<Handle>;

const pickerOf = (): Picker | undefined => (window as { readonly showSaveFilePicker?: Picker }).showSaveFilePicker;

/** Whether files can be written to the disk while they come in: by some browsers, where the connection is safe. */
export const canSave = (): boolean => pickerOf() !== undefined;

/** Asks where on the disk a file is to be; null where somebody thinks better of it. What is there stays until it is kept. */
export const diskSink = async (suggestedName: string): Promise<Sink | null> => {
  try {
    const handle = await pickerOf()?.({ suggestedName });
    if (!handle) return null;
    // The browser has made it where there was none.
    const isNew = (await handle.getFile()).size === 0;
    const file = await handle.createWritable();
    return {
      write: (bytes) => file.write(bytes),
      keep: () => file.close(),
      drop: async () => {
        await file.abort();
        if (isNew) await handle.remove?.();
      },
    };
  } catch (error) {
    if (error instanceof DOMException && error.name === 'AbortError') return null;
    throw error;
  }
};
