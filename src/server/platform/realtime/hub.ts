import type { Message, TopicShape } from '#contracts/topics.ts';
import { failure } from '#server/kernel/failure.ts';
import { messageHead, messageTail } from './codec.ts';

/** How producers tell what happens to those who are connected to this node, and to no others. */
export interface Hub {
  /** Sends a message to all who hear the topic. It is written once. */
  readonly publish: <T extends TopicShape>(topic: T, message: Message<T>) => void;
  /** Says how things stand to whoever asks at the topic's `request`; asked once for all who ask while it is being read. */
  readonly onRequest: <T extends TopicShape>(topic: T, answer: () => Promise<Message<T>>) => void;
  /** Whether anybody hears the topic, so that it is worth saying something. */
  readonly isHeard: (topic: TopicShape) => boolean;
}

/** One subscription of one connection. */
export interface Subscription {
  readonly id: string;
  readonly destination: string;
  readonly send: (frame: Buffer) => void;
}

type Tell = (to: Iterable<Subscription>, message: unknown) => void;

interface Channel {
  readonly subscriptions: Set<Subscription>;
  /** How messages to a subscription of this id begin. Most have the same id as all others of their kind of client. */
  readonly heads: Map<string, Buffer>;
}

const MOST_HEADS = 1_000;

/**
 * Answers whoever asks, once for all who do. Who asks while it is read waits for the next answer: this one may be older
 * than their subscription.
 */
const shared = <T>(answer: () => Promise<T>): (() => Promise<T>) => {
  let running: Promise<T> | undefined;
  let next: Promise<T> | undefined;
  const run = (): Promise<T> => {
    const mine = answer().finally(() => {
      if (running === mine) running = undefined;
    });
    running = mine;
    return mine;
  };
  return () => {
    if (!running) return run();
    next ??= running
      .catch(() => undefined)
      .then(() => {
        next = undefined;
        return run();
      });
    return next;
  };
};

export const createHub = (topics: readonly TopicShape[]) => {
  const channels = new Map<string, Channel>(
    topics.map(({ destination }) => [destination, { subscriptions: new Set(), heads: new Map() }]),
  );
  const answers = new Map<string, { readonly destination: string; readonly ask: () => Promise<unknown> }>();
  let told = 0;

  const channelOf = (destination: string): Channel => {
    const channel = channels.get(destination);
    if (!channel) throw new Error(`no topic of this hub: ${destination}`);
    return channel;
  };

  const headOf = ({ heads }: Channel, { id, destination }: Subscription): Buffer => {
    const known = heads.get(id);
    if (known) return known;
    if (heads.size >= MOST_HEADS) heads.clear();
    const head = messageHead(destination, id);
    heads.set(id, head);
    return head;
  };

  const tell: Tell = (to, message) => {
    let tail: Buffer | undefined;
    const frames = new Map<string, Buffer>();
    for (const subscription of to) {
      let frame = frames.get(subscription.id);
      if (!frame) {
        tail ??= messageTail(++told, JSON.stringify(message));
        frame = Buffer.concat([headOf(channelOf(subscription.destination), subscription), tail]);
        frames.set(subscription.id, frame);
      }
      subscription.send(frame);
    }
  };

  const hub: Hub = {
    publish: ({ destination }, message) => tell([...channelOf(destination).subscriptions], message),
    onRequest: ({ destination, request }, answer) => {
      if (request === undefined) throw new Error(`nobody can ask for ${destination}`);
      answers.set(request, { destination, ask: shared(answer) });
    },
    isHeard: ({ destination }) => channelOf(destination).subscriptions.size > 0,
  };
  return {
    ...hub,
    addresses: {
      topics: new Set(channels.keys()),
      requests: new Set(topics.flatMap(({ request }) => request ?? [])),
    },
    add: (subscription: Subscription): void => void channelOf(subscription.destination).subscriptions.add(subscription),
    remove: (subscription: Subscription): void =>
      void channelOf(subscription.destination).subscriptions.delete(subscription),
    /** Tells those of a connection's subscriptions that hear the topic how things stand. */
    answer: async (request: string, subscriptions: ReadonlyMap<string, Subscription>): Promise<void> => {
      const answer = answers.get(request);
      if (!answer) throw failure('unavailable');
      const message = await answer.ask();
      tell(
        [...subscriptions.values()].filter(({ destination }) => destination === answer.destination),
        message,
      );
    },
  };
};

export type LocalHub = ReturnType<typeof createHub>;
