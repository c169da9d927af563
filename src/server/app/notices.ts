import { createNews } from '#server/modules/notifications/live.ts';
import { createNotifications } from '#server/modules/notifications/notification.service.ts';
import type { Database } from '#server/platform/db/database.ts';
import type { Quota } from '#server/platform/http/route.ts';
import type { Log } from '#server/platform/log.ts';
import type { Hub } from '#server/platform/realtime/hub.ts';
import { watchConditions } from './conditions.ts';
import { tellingSpent } from './spent-notice.ts';

interface Parts {
  readonly db: Database;
  readonly quota: Quota;
  readonly hub: Pick<Hub, 'isHeard' | 'publish'>;
  readonly now: () => Date;
  readonly log: Log;
}

/** What administrators are told, and what tells them beside the steps that tell of themselves. */
export const createNotices = ({ db, quota, hub, now, log }: Parts) => {
  const notifications = createNotifications({ db });
  const conditions = watchConditions({ db, log });
  return {
    notifications,
    quota: tellingSpent(quota, { db, now, log }),
    news: createNews({ hub, notifications, log }),
    close: conditions.stop,
  };
};
