import type { Readable } from 'node:stream';
import { setTimeout as pause } from 'node:timers/promises';
import { Failure, failure } from '#server/kernel/failure.ts';
import type { Log } from '#server/platform/log.ts';
import { createRepeated } from '#server/platform/repeated.ts';
import type { Changes } from '../catalog/change.service.ts';
import { flowing } from './flow.ts';
import { createPages, eventOf, type Page } from './page.service.ts';
import { createReaders, type Reader } from './readers.ts';
import { STREAM_LIMITS, type StreamLimits } from './stream.limits.ts';

export interface StreamParts {
  readonly changes: Pick<Changes, 'after' | 'cursorOf' | 'keysOf' | 'newest'>;
  /** Streams of a token. */
  readonly most: () => number;
  readonly log: Log;
  readonly limits?: Partial<StreamLimits>;
}

export interface StreamAsk {
  readonly tokenId: number;
  readonly since?: string | undefined;
  /** What a client has seen last, which counts more. */
  readonly last?: string | undefined;
  readonly ids?: string | undefined;
  /** Rejects with a refusal where the caller would not be let in any more. */
  readonly stillAllowed: () => Promise<unknown>;
}

const LOOK_MS = 20;

/** Moves the cursor of a reader without telling anything. */
const cursorText = (cursor: number): string => `id: c${cursor}\n\n`;

/**
 * The change feed as it happens. Readers ask for the page behind their cursor when they have taken the one before: nothing
 * queues up for who is slow.
 */
export const createStreams = ({ changes, most, log, ...options }: StreamParts) => {
  const limits = { ...STREAM_LIMITS, ...options.limits };
  const pages = createPages({ changes });
  const readers = createReaders(most, limits);
  const failing = createRepeated(log, {
    failing: 'the change feed cannot be read for those who follow it; it is tried again',
    again: 'the change feed is read again',
  });
  let isClosed = false;

  const read = async (cursor: number): Promise<Page | null> => {
    try {
      const page = await pages.after(cursor);
      failing.done();
      return page;
    } catch (error) {
      if (error instanceof Failure) throw error;
      failing.failed({ err: error });
      return null;
    }
  };

  async function* told(reader: Reader, begin: number, wanted: ReadonlySet<string> | null): AsyncGenerator<string> {
    // Where all lose their connection at once, they do not all come again at once.
    const again = Math.round(limits.againMs * (0.5 + Math.random()));
    yield `retry: ${again}\n${cursorText(begin)}`;
    for (let cursor = begin; !reader.isEnded(); ) {
      const version = pages.version();
      const page = await read(cursor).catch(() => undefined);
      // Some of what follows is gone; who asks again is told so.
      if (page === undefined) return;
      if (page && page.last > cursor) {
        cursor = page.last;
        const text = wanted ? ofThese(page, wanted) : page.text;
        if (text !== '') yield text;
        if (!page.isEnd) continue;
      }
      const isLate = page !== null && pages.version() > version;
      const isWoken = isLate || (await reader.wait(page ? limits.beatMs : limits.failedMs));
      if (!isWoken) yield cursorText(cursor);
    }
  }

  const beginning = (since: string | undefined, last: string | undefined): Promise<number> => {
    if (last !== undefined) return changes.cursorOf(last, 'Last-Event-ID');
    return since === undefined ? changes.newest() : changes.cursorOf(since);
  };

  return {
    /** Follows the feed. Throws where the cursor is none, or where there are too many streams. */
    open: async ({ tokenId, since, last, ids, stillAllowed }: StreamAsk): Promise<Readable> => {
      const keys = changes.keysOf(ids);
      const wanted = keys && new Set(keys.map(({ kind, key }) => `${kind}${key}`));
      if (isClosed) throw failure('stopping', undefined, { headers: { 'Retry-After': '2' } });
      const reader = readers.add(tokenId, stillAllowed);
      try {
        const begin = await beginning(since, last);
        return flowing(reader, told(reader, begin, wanted), limits.unreadMs);
      } catch (error) {
        reader.leave();
        throw error;
      }
    },
    /** How many are open. */
    count: readers.count,
    /** The catalogue has changed, or may have. */
    changed: (): void => {
      pages.changed();
      readers.wake();
    },
    /** Something about people has changed: who may not read any more is disconnected. */
    recheck: readers.recheck,
    /** Ends all streams, so that their readers come again elsewhere, and takes no more. */
    close: async (): Promise<void> => {
      isClosed = true;
      readers.end();
      for (let waited = 0; readers.count() > 0 && waited < limits.goodbyeMs; waited += LOOK_MS) await pause(LOOK_MS);
      readers.cut();
    },
  };
};

export type Streams = ReturnType<typeof createStreams>;

const ofThese = ({ changes }: Page, wanted: ReadonlySet<string>): string =>
  changes
    .filter(({ kind, key }) => wanted.has(`${kind}${key}`))
    .map(eventOf)
    .join('');
