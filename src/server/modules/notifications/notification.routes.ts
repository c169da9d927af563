import {
  notificationDelete,
  notificationMark,
  notifications,
  notificationsDelete,
  notificationsExport,
  notificationsLast,
  notificationsRead,
  notificationsRemove,
} from '#contracts/notification.api.ts';
import { counted } from '#server/kernel/counted.ts';
import { toJson } from '#server/kernel/json.ts';
import { data, paged } from '#server/platform/http/answer.ts';
import { exportRoute } from '#server/platform/http/list-file.ts';
import { type Route, route } from '#server/platform/http/route.ts';
import type { Notifications } from './notification.service.ts';

const some = (count: number): string => counted(count, 'notification', 'notifications');

/** Notifications over HTTP. */
export const notificationRoutes = (service: Notifications): readonly Route[] => [
  route(notifications)(async ({ query: { page = 1, regs, ...filter } }, { caller }) => {
    const limit = regs ?? caller.maxRegs;
    const { records, total } = await service.list(filter, { offset: (page - 1) * limit, limit });
    return paged({ json: toJson(records), page, total, regs: limit });
  }),
  exportRoute(notificationsExport)(({ query }) => service.walk(query)),
  route(notificationsLast)(async () => {
    const { records, unread } = await service.last();
    return paged({ json: toJson(records), page: 1, total: unread, regs: 5 });
  }),
  route(notificationMark)(async ({ params: { id }, query: { read, deleted } }) =>
    data(await service.mark(id, { read, back: deleted === false })),
  ),
  route(notificationsRead)(async () => data(`${some(await service.markAll())} marked as read`)),
  route(notificationDelete)(async ({ params: { id } }) => {
    await service.remove(id);
    return data('Notification removed');
  }),
  route(notificationsRemove)(async () => data(`${some(await service.removeAll())} removed`)),
  route(notificationsDelete)(async () => data(`${some(await service.deleteAll())} deleted`)),
];
