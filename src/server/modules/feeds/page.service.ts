import { LRUCache } from 'lru-cache';
import type { Changes } from '../catalog/change.service.ts';

/** Changes that are read at once. */
const PAGE = 500;
/** Pages that are kept: readers who are behind stand at many cursors, all others at one. */
const KEPT = 64;

type Read = Awaited<ReturnType<Changes['after']>>;

export interface Page extends Read {
  /** All of it as it is sent. */
  readonly text: string;
}

/** A change as an event; what its reader sends to go on behind it is its id. */
export const eventOf = ({ id, json }: Read['changes'][number]): string => `id: c${id}\ndata: ${json}\n\n`;

const paged = (read: Read): Page => ({ ...read, text: read.changes.map(eventOf).join('') });

/** Pages of the change feed behind cursors, each read once for all who stand there. */
export const createPages = ({ changes }: { changes: Pick<Changes, 'after'> }) => {
  const kept = new LRUCache<number, Promise<Page>>({ max: KEPT });
  let version = 0;
  return {
    /** How often something has changed: a page that was asked for at a version holds all that was there by then. */
    version: (): number => version,
    changed: (): void => {
      version += 1;
      kept.clear();
    },
    after: (cursor: number): Promise<Page> => {
      const known = kept.get(cursor);
      if (known) return known;
      const page = changes.after(cursor, PAGE).then(paged);
      kept.set(cursor, page);
      page.catch(() => {
        if (kept.peek(cursor) === page) kept.delete(cursor);
      });
      return page;
    },
  };
};

export type Pages = ReturnType<typeof createPages>;
