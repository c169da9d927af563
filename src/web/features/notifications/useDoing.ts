import { useQueryClient } from '@tanstack/react-query';
import {
  type Notification,
  notificationDelete,
  notificationMark,
  notifications,
  notificationsLast,
} from '#contracts/notification.api.ts';
import { call } from '#web/lib/call.ts';
import { tell } from '#web/lib/messages.ts';
import { askUnasked, tellOf } from '#web/lib/query.ts';
import { notifications as words } from '#web/words/notifications.ts';

/** Reads anew what shows notifications; nobody waits for it. */
export const useReload = () => {
  const queries = useQueryClient();
  return async (): Promise<void> => {
    await Promise.all([notifications, notificationsLast].map((list) => askUnasked(queries, list)));
  };
};

/** What can be done with one notification. What is shown changes once the server has said so. */
export const useDoing = () => {
  const reload = useReload();
  const doing = (work: Promise<unknown>, done?: () => void): void => {
    work.then(done, tellOf).finally(() => void reload());
  };
  const bringBack = (id: number): void => doing(call(notificationMark, { params: { id }, query: { deleted: false } }));
  return {
    toggle: ({ idNotification: id, read }: Notification): void =>
      doing(call(notificationMark, { params: { id }, query: { read: !read } })),
    remove: ({ idNotification: id }: Notification): void =>
      doing(call(notificationDelete, { params: { id } }), () =>
        tell(words.removed, 'success', { label: words.undo, run: () => bringBack(id) }),
      ),
  };
};
