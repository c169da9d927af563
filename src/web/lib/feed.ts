import type { Client } from '@stomp/stompjs';
import type { Message, TopicShape } from '#contracts/topics.ts';

/** Whether what is shown follows what happens. */
export type Liveness = 'Live' | 'Reconnecting' | 'Offline';

export interface LiveState {
  readonly state: Liveness;
  /** When something was heard last, in milliseconds since 1970, to the second; 0 for never. */
  readonly heard: number;
}

interface Hearer<T extends TopicShape> {
  readonly onMessage: (message: Message<T>) => void;
  /** A connection has been made, so messages may have been missed before; from here on none is. */
  readonly onAgain: () => void;
}

interface Heard {
  readonly topic: TopicShape;
  readonly hearers: Set<Hearer<TopicShape>>;
}

export interface FeedOptions {
  readonly url: () => string;
  /** The token to connect with; null when there is none that holds. */
  readonly token: () => string | null;
}

const FIRST_PAUSE_MS = 200;
const LONGEST_PAUSE_MS = 5_000;
const HEARTBEAT_MS = 20_000;
/** A connection that takes longer is given up. */
const PATIENCE_MS = 10_000;
/** After so many tries in a row that came to nothing nobody expects the next one to help. */
const HOPE = 5;
const SECOND_MS = 1_000;
/** Reasons to refuse a token that do not pass. */
const FINAL = /^(?:session_|forbidden)/;

/** Up to half as long again, so that the pages of a server that comes back do not all come at once. */
const jitter = (tries: number): Promise<void> => {
  const pause = tries === 0 ? 0 : Math.min(FIRST_PAUSE_MS * 2 ** (tries - 1), LONGEST_PAUSE_MS);
  return new Promise((resolve) => setTimeout(resolve, (Math.random() * pause) / 2));
};

/**
 * One connection to `/ws` for everything that a page follows. It is there while anybody follows, and comes back by itself,
 * with the token that is stored by then.
 */
export const createFeed = ({ url, token }: FeedOptions) => {
  const topics = new Map<string, Heard>();
  const followers = new Set<() => void>();
  let current: LiveState = { state: 'Reconnecting', heard: 0 };
  /** The connection with the token it has; undefined while none is wanted. */
  let line: { readonly token: string; client?: Client } | undefined;
  /** A token that was refused, so that it is not tried for ever. */
  let refused: string | null = null;

  const become = (state: Liveness, heard = current.heard): void => {
    if (current.state === state && current.heard === heard) return;
    current = { state, heard };
    for (const follower of followers) follower();
  };
  const hear = (): void => {
    const now = Date.now();
    if (now - current.heard >= SECOND_MS) become(current.state, now);
  };

  const ask = (client: Client, { topic: { request } }: Heard): void => {
    if (request !== undefined) client.publish({ destination: request });
  };
  const subscribe = (client: Client, heard: Heard, stands?: () => void): void => {
    const { destination } = heard.topic;
    if (stands) client.watchForReceipt(destination, stands);
    client.subscribe(
      destination,
      ({ body }) => {
        hear();
        const message: unknown = JSON.parse(body);
        for (const { onMessage } of [...heard.hearers]) onMessage(message);
      },
      { id: destination, ...(stands && { receipt: destination }) },
    );
    ask(client, heard);
  };

  /** Makes the connection for a token, again and again. Of one that is no longer wanted nothing is heard. */
  const open = async (mine: NonNullable<typeof line>): Promise<void> => {
    const { Client, ReconnectionTimeMode } = await import('@stomp/stompjs');
    if (line !== mine) return;
    const isMine = (): boolean => line === mine;
    let tries = 0;
    const client = new Client({
      brokerURL: url(),
      connectHeaders: { Authorization: `Bearer ${mine.token}` },
      heartbeatOutgoing: HEARTBEAT_MS,
      heartbeatIncoming: 0,
      connectionTimeout: PATIENCE_MS,
      reconnectDelay: FIRST_PAUSE_MS,
      maxReconnectDelay: LONGEST_PAUSE_MS,
      reconnectTimeMode: ReconnectionTimeMode.EXPONENTIAL,
      // A line that is dead answers no goodbye.
      discardWebsocketOnCommFailure: true,
      beforeConnect: async () => {
        await jitter(tries);
        if (isMine() && token() !== mine.token) settle();
      },
      onConnect: () => {
        if (!isMine()) return;
        tries = 0;
        become('Live', Date.now());
        for (const heard of topics.values())
          subscribe(client, heard, () => {
            for (const { onAgain } of [...heard.hearers]) onAgain();
          });
      },
      onStompError: ({ headers }) => {
        if (!isMine() || !FINAL.test(headers.reason ?? '')) return;
        refused = mine.token;
        settle();
      },
      onWebSocketClose: () => {
        tries += 1;
        if (isMine()) become(tries > HOPE ? 'Offline' : 'Reconnecting');
      },
    });
    mine.client = client;
    client.activate();
  };

  /** Makes, leaves or changes the connection, as what is wanted and what is stored now say. */
  const settle = (): void => {
    const wanted = topics.size > 0 || followers.size > 0 ? token() : null;
    const next = wanted === refused ? null : wanted;
    if (next === (line?.token ?? null)) return;
    const before = line?.client;
    line = next === null ? undefined : { token: next };
    before?.deactivate().catch(() => undefined);
    // With a new token everything goes on; the dot need not blink for it.
    if (!line) {
      become('Offline');
      return;
    }
    if (current.state === 'Offline') become('Reconnecting');
    open(line).catch(() => become('Offline'));
  };

  return {
    state: (): LiveState => current,
    /** Calls back when the state has changed; keeps the connection. Returns how to stop that. */
    follow: (follower: () => void): (() => void) => {
      followers.add(follower);
      settle();
      return () => {
        followers.delete(follower);
        settle();
      };
    },
    /** Hears a topic; returns how to stop that. */
    hear: <T extends TopicShape>(topic: T, hearer: Hearer<T>): (() => void) => {
      const { destination } = topic;
      const heard: Heard = topics.get(destination) ?? { topic, hearers: new Set() };
      const client = line?.client?.connected ? line.client : undefined;
      if (client) topics.has(destination) ? ask(client, heard) : subscribe(client, heard);
      heard.hearers.add(hearer);
      topics.set(destination, heard);
      settle();
      return () => {
        heard.hearers.delete(hearer);
        if (heard.hearers.size > 0 || topics.get(destination) !== heard) return;
        topics.delete(destination);
        if (line?.client?.connected) line.client.unsubscribe(destination);
        settle();
      };
    },
    /** What is stored has changed. */
    settle,
    /** The network is gone, or there again. */
    network: (isThere: boolean): void => {
      if (!line) return;
      const { token: mine, client } = line;
      client?.deactivate({ force: true }).catch(() => undefined);
      line = undefined;
      if (!isThere) become('Offline');
      else if (mine !== refused) settle();
    },
  };
};
