import type { Input } from '#contracts/endpoint.ts';
import { NOTIFICATION_LEVELS, type notifications } from '#contracts/notification.api.ts';
import { aPage, filters, oneOf, type ViewOf } from '#web/lib/filters.ts';
import { notifications as words } from '#web/words/notifications.ts';

type Query = NonNullable<Input<typeof notifications>['query']>;

const STATES = ['0', '1'] as const;
const { filters: names, wrongChoice } = words;

/** What the address of the page says. */
export const NOTIFICATIONS = filters({
  read: oneOf(names.read, STATES, wrongChoice(names.read, STATES.join(', '))),
  level: oneOf(names.level, NOTIFICATION_LEVELS, wrongChoice(names.level, NOTIFICATION_LEVELS.join(', '))),
  page: aPage,
});

export type NotificationsView = ViewOf<typeof NOTIFICATIONS>;

/** What the server is asked, where it can be asked all of it. */
export const queryOf = (view: NotificationsView, regs: number): Query => {
  const { read, level } = NOTIFICATIONS.asked(view);
  return {
    ...(read !== undefined && { read: read === '1' }),
    ...(level !== undefined && { level }),
    page: view.page ?? 1,
    regs,
  };
};
