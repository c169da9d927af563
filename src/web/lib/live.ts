import { useEffect, useRef, useSyncExternalStore } from 'react';
import type { Message, TopicShape } from '#contracts/topics.ts';
import { isExpired } from './expiry.ts';
import { createFeed, type LiveState } from './feed.ts';
import { onStored, stored } from './stored.ts';

// What administrators are told live. All of a page shares one connection, which comes back by itself after a cut and ends
// with the session. No page of visitors may import this.

const feed = createFeed({
  url: () => `${window.location.protocol === 'https:' ? 'wss:' : 'ws:'}//${window.location.host}/ws`,
  token: () => {
    const { token, user } = stored();
    return token !== null && user?.role === 'ADMIN' && !isExpired(token) ? token : null;
  },
});
onStored(feed.settle);
window.addEventListener('offline', () => feed.network(false));
window.addEventListener('online', () => feed.network(true));

/** Whether what is shown follows what happens, as `LiveDot` takes it: `<LiveDot {...useLiveState()} />`. */
export const useLiveState = (): LiveState => useSyncExternalStore(feed.follow, feed.state);

/**
 * Hears the messages of a topic while the component is there:
 *
 * ```ts
 * useTopic(taskUpdate, (message) => replace(message), () => void query.refetch());
 * ```
 *
 * `onAgain` is called whenever a connection has just been made, the first one too if the component was there before it:
 * what was told until then may have been missed, and nothing is from there on, so it is the place to read again. A topic
 * with a `request` is asked by itself, and its first message says how things stand: it needs no `onAgain`. The callbacks
 * may be other functions at each rendering; the topic must be one of `contracts/topics.ts`.
 */
export const useTopic = <T extends TopicShape>(
  topic: T,
  onMessage: (message: Message<T>) => void,
  onAgain?: () => void,
): void => {
  const latest = useRef({ onMessage, onAgain });
  useEffect(() => {
    latest.current = { onMessage, onAgain };
  });
  useEffect(
    () =>
      feed.hear(topic, {
        onMessage: (message) => latest.current.onMessage(message),
        onAgain: () => latest.current.onAgain?.(),
      }),
    [topic],
  );
};
