import { useQueryClient } from '@tanstack/react-query';
import { notificationsLast } from '#contracts/notification.api.ts';
import { notificationsNews } from '#contracts/topics.ts';
import { useTopic } from '#web/lib/live.ts';
import { askUnasked, useCall } from '#web/lib/query.ts';

const POLL_MS = 300_000;

/** How many notifications nobody has read: asked for every five minutes, and at once when it is told that there are others. */
export const useUnread = (): number => {
  const queries = useQueryClient();
  const { data } = useCall(notificationsLast, undefined, { refetchInterval: POLL_MS });
  const ask = (): void => void askUnasked(queries, notificationsLast);
  useTopic(notificationsNews, ask, ask);
  return data?.total ?? 0;
};
