import { createHash } from 'node:crypto';

/** An object that a store holds. */
export interface Stored {
  readonly key: string;
  readonly writtenAt: Date;
}

/**
 * Where the bytes of pictures are. A key is the SHA-256 of what it names, in hexadecimal, so that what is there is never
 * another thing. An object is there as a whole or not at all.
 */
export interface ImageStore {
  /** Writes an object, also where it is: it counts as new then. */
  readonly put: (key: string, bytes: Buffer) => Promise<void>;
  /** Null when there is no such object, or it is not what its key says. */
  readonly get: (key: string) => Promise<Buffer | null>;
  /** Everything that is there, in any order. */
  readonly list: () => AsyncIterable<Stored>;
  readonly remove: (key: string) => Promise<void>;
}

export const keyOf = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex');

export const isKey = (text: string): boolean => /^[0-9a-f]{64}$/.test(text);

/** The bytes, if they are what the key says. */
export const intact = (key: string, bytes: Buffer): Buffer | null => (keyOf(bytes) === key ? bytes : null);
