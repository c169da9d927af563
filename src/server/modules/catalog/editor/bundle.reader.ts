import type { Bundle } from '#contracts/bundle.ts';
import type { RecordKind } from '#server/kernel/ids.ts';
import { createThread } from '#server/platform/thread.ts';

/** A package carries the file as JavaScript. */
const FILE = new URL(`./bundle.thread${import.meta.url.slice(-3)}`, import.meta.url);
const WAITING = 8;
const PATIENCE = 30_000;

/** Reads bundles as `readBundle` does, in a thread of its own. @throws busy beside what that throws */
export const createBundleReader = () => {
  const thread = createThread<{ kind: RecordKind; file: Uint8Array }, Bundle>({
    file: FILE,
    waiting: WAITING,
    patience: PATIENCE,
  });
  return {
    /** Reads a file, which is empty afterwards. */
    read: (kind: RecordKind, file: Uint8Array<ArrayBuffer>): Promise<Bundle> => {
      // Small ones lie together in a buffer that cannot be given away.
      const isAlone = file.byteLength === file.buffer.byteLength;
      return thread.run({ kind, file }, isAlone ? [file.buffer] : []);
    },
    close: thread.close,
  };
};

export type BundleReader = ReturnType<typeof createBundleReader>;
