import type { Input } from '#contracts/endpoint.ts';
import { NOTIFICATION_LEVELS, type notifications } from '#contracts/notification.api.ts';
import { aPage, filters, oneOf, type ViewOf } from '#web/lib/filters.ts';
import { filtering } from '#web/words/filtering.ts';
import { notifications as words } from '#web/words/notifications.ts';

type Query = NonNullable<Input<typeof notifications>['query']>;

const STATES = ['0', '1'] as const;
const { filters: names } = words;

/** What the address of the page says. */
export const NOTIFICATIONS = filters({
  read: oneOf(names.read, STATES, filtering.choice(names.read, STATES.join(', '))),
  level: oneOf(names.level, NOTIFICATION_LEVELS, filtering.choice(names.level, NOTIFICATION_LEVELS.join(', '))),
  page: aPage,
});

export type NotificationsView = ViewOf<typeof NOTIFICATIONS>;

/** The filters, as the server is asked them. */
export const filterOf = (view: NotificationsView): Pick<Query, 'read' | 'level'> => {
  const { read, level } = NOTIFICATIONS.asked(view);
  return { ...(read !== undefined && { read: read === '1' }), ...(level !== undefined && { level }) };
};

/** What the server is asked, where it can be asked all of it. */
export const queryOf = (view: NotificationsView, regs: number): Query => ({
  ...filterOf(view),
  page: view.page ?? 1,
  regs,
});
