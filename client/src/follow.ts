import type { Asked, Input } from './address.ts';
import { noAnswer } from './error.ts';
import { type Clock, pauseAfter } from './retry.ts';
import type { StreamOptions } from './types.ts';

/** The service sends something every 15 s; after this long without it the connection is taken for lost. */
const SILENCE_MS = 45_000;
const AGAIN_MS = 2_000;
const MOST_TRIES = Number.POSITIVE_INFINITY;

interface Event {
  readonly id: string | null;
  readonly data: string | null;
  /** Milliseconds after which to come again. */
  readonly retry: number | null;
}

const eventOf = (block: string): Event => {
  const fields = new Map(block.split('\n').map((line) => [line.replace(/:.*/s, ''), line.replace(/^[^:]*: ?/, '')]));
  const retry = Number(fields.get('retry'));
  return { id: fields.get('id') ?? null, data: fields.get('data') ?? null, retry: retry > 0 ? retry : null };
};

/** Opens a stream; rejects with a KinodexError when it is refused. */
export type Open = (asked: Asked, signal: AbortSignal) => Promise<ReadableStream<Uint8Array>>;

/** The events of one connection, to its end. */
async function* eventsOf(open: Open, asked: Asked, signal: AbortSignal | undefined): AsyncGenerator<Event> {
  const left = new AbortController();
  let silent: ReturnType<typeof setTimeout> | undefined;
  const heard = (): void => {
    clearTimeout(silent);
    silent = setTimeout(() => left.abort(), SILENCE_MS);
  };
  try {
    heard();
    const reader = (await open(asked, signal ? AbortSignal.any([signal, left.signal]) : left.signal)).getReader();
    const decoder = new TextDecoder();
    let text = '';
    for (;;) {
      const { value, done } = await reader.read().catch((cause: unknown) => Promise.reject(noAnswer(asked.url, cause)));
      if (done) return;
      heard();
      const blocks = (text + decoder.decode(value, { stream: true })).split('\n\n');
      text = blocks.pop() ?? '';
      for (const block of blocks) {
        yield eventOf(block);
        // However long it took to handle it.
        heard();
      }
    }
  } finally {
    clearTimeout(silent);
    left.abort();
  }
}

/** What a stream tells, over as many connections as it takes: each begins behind what was handled before. */
export const followStream = (open: Open, maxWait: number, { sleep, random }: Clock) =>
  async function* <T>(
    askedOf: (input: Input) => Asked,
    input: Input = {},
    { signal, onCursor }: StreamOptions = {},
  ): AsyncGenerator<T> {
    let since = input.since;
    let again = AGAIN_MS;
    for (let tries = 0; ; tries += 1) {
      let pause = again;
      try {
        signal?.throwIfAborted();
        for await (const { id, data, retry } of eventsOf(open, askedOf({ ...input, since }), signal)) {
          tries = 0;
          again = retry ?? again;
          pause = again;
          if (data !== null) yield JSON.parse(data) as T;
          if (id === null || id === since) continue;
          await onCursor?.(id);
          since = id;
        }
      } catch (error) {
        signal?.throwIfAborted();
        const wait = pauseAfter(error, { method: 'GET', tries, retries: MOST_TRIES, random: random() });
        if (wait === null || wait > maxWait) throw error;
        pause = wait;
      }
      await sleep(pause, signal);
    }
  };
