import { createNews } from '#server/modules/notifications/live.ts';
import { createNotifications } from '#server/modules/notifications/notification.service.ts';
import { alerting } from '#server/modules/quota/alerts.ts';
import type { Database } from '#server/platform/db/database.ts';
import type { Quota } from '#server/platform/http/route.ts';
import type { Log } from '#server/platform/log.ts';
import type { Hub } from '#server/platform/realtime/hub.ts';
import { watchConditions } from './conditions.ts';
import type { People } from './people.ts';
import { tellingSpent } from './spent-notice.ts';

interface Parts {
  readonly db: Database;
  readonly quota: Quota;
  readonly hub: Pick<Hub, 'isHeard' | 'publish'>;
  readonly people: Pick<People, 'mail' | 'accounts' | 'keys'>;
  readonly now: () => Date;
  readonly log: Log;
}

/** What administrators and users are told, and what tells them beside the steps that tell of themselves. */
export const createNotices = ({ db, quota, hub, people: { mail, accounts, keys }, now, log }: Parts) => {
  const whoIs = async (accountId: number, idKey: number | null) => {
    const email = (await accounts.emailsOf([accountId])).get(accountId);
    return email === undefined ? null : { email, key: idKey === null ? null : await keys.nameOf(idKey) };
  };
  const told = alerting(quota, { db, mail, whoIs, now, log });
  const notifications = createNotifications({ db });
  const conditions = watchConditions({ db, log });
  return {
    notifications,
    quota: tellingSpent(told, { db, now, log }),
    news: createNews({ hub, notifications, log }),
    close: conditions.stop,
  };
};
