import type { Executor } from '#server/platform/db/database.ts';

/** The last step of a follower: `swap` is called when readers wait anyway, with its tables locked, and takes no time. */
export interface Finish {
  readonly tables: readonly string[];
  swap(): Promise<unknown>;
}

/** Hears of each step, and of how far within it (0 to 1) one is. */
export type Tell = (step: string, within?: number) => void;

/** Makes what is kept beside the catalogue follow. The relations `id, action` name the records; `all` of the titles are new. */
export type Follow = (
  tx: Executor,
  changed: { readonly titles: string; readonly people: string; readonly all: boolean },
  tell?: Tell,
) => Promise<Finish | undefined>;
