import type { Input } from './address.ts';
import type { Clock } from './retry.ts';
import type { CallOptions, FeedOptions, Page } from './types.ts';

type Ask<R> = (input: Input, options?: CallOptions) => Promise<R>;

/** As many as a page can hold: fewer requests for the same items. */
const LARGEST_PAGE = 200;
const LARGEST_FEED = 1000;
const INTERVAL_MS = 30_000;

/** The items of all pages from the one that is asked for. */
export async function* allPages<T>(ask: Ask<Page<T>>, input: Input = {}, options?: CallOptions): AsyncGenerator<T> {
  const regs = input.regs ?? LARGEST_PAGE;
  for (let page = Number(input.page ?? 1); ; page += 1) {
    const answer = await ask({ ...input, page, regs }, options);
    yield* answer.items;
    const isLast = !answer.more && page * answer.regs >= answer.total;
    if (answer.items.length === 0 || isLast) return;
  }
}

interface Cursored<T> {
  readonly items: readonly T[];
  readonly next: string | null;
}

/** The items behind all cursors. */
export async function* allAfter<T>(ask: Ask<Cursored<T>>, input: Input = {}, options?: CallOptions): AsyncGenerator<T> {
  const regs = input.regs ?? LARGEST_PAGE;
  for (let cursor = input.cursor; ; ) {
    const { items, next } = await ask({ ...input, regs, cursor }, options);
    yield* items;
    if (next === null) return;
    cursor = next;
  }
}

/** The changes from a cursor on, to the end or for as long as they are followed. */
export const readFeed = (sleep: Clock['sleep']) =>
  async function* <T>(
    ask: Ask<Cursored<T>>,
    input: Input = {},
    { follow = false, interval = INTERVAL_MS, onCursor, ...options }: FeedOptions = {},
  ): AsyncGenerator<T> {
    const regs = input.regs ?? LARGEST_FEED;
    for (let since = input.since; ; ) {
      const { items, next } = await ask({ ...input, regs, since }, options);
      yield* items;
      if (next !== null && next !== since) {
        await onCursor?.(next);
        since = next;
      }
      if (items.length > 0) continue;
      if (!follow) return;
      await sleep(interval, options.signal);
    }
  };

/** The items for any number of ids, in calls of no more than `most`. */
export const inBatches = (most: number) =>
  async function* <T>(ask: Ask<readonly T[]>, input: Input, options?: CallOptions): AsyncGenerator<T> {
    const ids = input.ids as readonly string[];
    for (let at = 0; at < ids.length; at += most)
      yield* await ask({ ...input, ids: ids.slice(at, at + most) }, options);
  };
