import { askedOf, type CallShape, type Input } from './address.ts';
import type { Kept } from './cache.ts';
import { CALLS, MAX_BATCH } from './calls.generated.ts';
import { KinodexError } from './error.ts';
import { followStream } from './follow.ts';
import { allAfter, allPages, inBatches, readFeed } from './iterate.ts';
import { CLOCK, type Clock } from './retry.ts';
import { createSender } from './send.ts';
import type { Calls } from './types.generated.ts';
import type { CallOptions, ClientOptions, Page, Picture, Quota, StreamOptions } from './types.ts';

/** The calls of a service. */
export interface Client extends Calls {
  /** How the day's requests stand by the last answer that said so; null before one has, and for whoever has no limit. */
  readonly quota: Quota | null;
}

const jsonOf = ({ bytes }: Kept): unknown => {
  const text = new TextDecoder().decode(bytes);
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new KinodexError({ reason: 'unreadable', message: 'The answer is not JSON', status: 200, cause });
  }
};

interface Envelope {
  readonly data: unknown;
  readonly page: number;
  readonly total: number;
  readonly regs: number;
}

const envelopeOf = (answer: Kept): Envelope => jsonOf(answer) as Envelope;
const dataOf = (answer: Kept): unknown => envelopeOf(answer).data;

const pageOf = (answer: Kept): Page<unknown> => {
  const { data, page, total, regs } = envelopeOf(answer);
  return { items: data as unknown[], page, total, regs, more: answer.more };
};

/** A copy: what is kept must stay as it came. */
const pictureOf = ({ type, bytes }: Kept): Picture => ({ type, bytes: bytes.slice(0) });

const READERS: Readonly<Record<CallShape['gives'], (answer: Kept) => unknown>> = {
  data: dataOf,
  page: pageOf,
  cursor: dataOf,
  feed: dataOf,
  batch: dataOf,
  picture: pictureOf,
  bare: jsonOf,
  // They are followed, and read one by one.
  events: jsonOf,
};

type Ask = (input?: Input, options?: CallOptions) => Promise<unknown>;

const collect = async <T>(items: AsyncIterable<T>): Promise<T[]> => {
  const all: T[] = [];
  for await (const item of items) all.push(item);
  return all;
};

/** The client, in a time of the caller's own. */
export const clientIn = (options: ClientOptions, clock: Clock): Client => {
  const base = String(options.baseUrl).replace(/\/+$/, '');
  const { send, quota, open, maxWait } = createSender(options, clock);
  const follow = followStream(open, maxWait, clock);
  const iterators = {
    page: allPages,
    cursor: allAfter,
    feed: readFeed(clock.sleep),
    batch: inBatches(MAX_BATCH),
  };

  const callOf = (shape: CallShape): Ask => {
    const { gives } = shape;
    const ask = async (input: Input = {}, callOptions?: CallOptions): Promise<unknown> =>
      READERS[gives](await send(askedOf(base, shape, input), callOptions));
    if (!(gives in iterators)) return ask;
    const iterate = iterators[gives as keyof typeof iterators] as (
      ask: Ask,
      ...given: unknown[]
    ) => AsyncIterable<unknown>;
    const pages = (...given: unknown[]): AsyncIterable<unknown> => iterate(ask, ...given);
    const call: Ask = gives === 'batch' ? (...given) => collect(pages(...given)) : ask;
    return Object.assign(call, { pages });
  };

  /** What goes on is no promise but what comes, one after the other. */
  const following =
    (shape: CallShape) =>
    (input?: Input, options?: StreamOptions): AsyncIterable<unknown> =>
      follow((given) => askedOf(base, shape, given), input, options);

  const calls = Object.entries<CallShape>(CALLS).map(
    ([name, shape]) => [name, shape.gives === 'events' ? following(shape) : callOf(shape)] as const,
  );
  const client = Object.fromEntries(calls) as unknown as Calls;
  return Object.defineProperty(client, 'quota', { get: quota, enumerable: true }) as Client;
};

/** A client of the service at `baseUrl`. Throws a TypeError when that is no address. */
export const createClient = (options: ClientOptions): Client => {
  if (!URL.canParse(String(options.baseUrl))) throw new TypeError(`baseUrl is no address: ${options.baseUrl}`);
  return clientIn(options, CLOCK);
};
