import { notificationsNews } from '#contracts/topics.ts';
import type { Log } from '#server/platform/log.ts';
import type { Hub } from '#server/platform/realtime/hub.ts';
import { createRepeated } from '#server/platform/repeated.ts';
import type { Notifications } from './notification.service.ts';

interface LiveParts {
  readonly hub: Pick<Hub, 'isHeard' | 'publish'>;
  readonly notifications: Pick<Notifications, 'unread'>;
  readonly log: Log;
}

/** Tells those who listen at this node how many notifications nobody has read, after each change of them. */
export const createNews = ({ hub, notifications, log }: LiveParts) => {
  const failures = createRepeated(log, {
    failing: 'notifications could not be told live',
    again: 'notifications are told live again',
  });
  return async (): Promise<void> => {
    if (!hub.isHeard(notificationsNews)) return;
    try {
      hub.publish(notificationsNews, { unread: await notifications.unread() });
      failures.done();
    } catch (err) {
      failures.failed({ err });
    }
  };
};
