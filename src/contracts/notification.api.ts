import { type Static, Type } from 'typebox';
import { endpoint } from './endpoint.ts';
import { exportOf } from './list-export.ts';
import { maybe } from './maybe.ts';
import { flag, paging, query } from './query.ts';
import { Sentence } from './session.ts';

const admin = { tag: 'Administration', access: 'admin' } as const;

export const NOTIFICATION_LEVELS = ['INFO', 'WARN', 'ERROR'] as const;
const Level = Type.Enum([...NOTIFICATION_LEVELS]);

export const Notification = Type.Object(
  {
    idNotification: Type.Integer(),
    message: Type.String(),
    messageDetail: maybe(Type.String()),
    insertDate: Type.String({ format: 'date-time' }),
    level: Level,
    read: Type.Boolean(),
  },
  { $id: 'Notification' },
);
export type Notification = Static<typeof Notification>;

const byId = Type.Object({ id: Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER }) });

export const notifications = endpoint({
  ...admin,
  name: 'admin_notifications',
  method: 'GET',
  path: '/api/admin/notifications',
  summary: 'Notifications, the newest first, without those that were removed',
  query: query({
    read: flag('1: those that were read; 0: those that were not.'),
    level: Type.Optional(Level),
    ...paging,
  }),
  reply: Type.Array(Notification),
  shape: 'page',
  errors: ['invalid_parameter'],
});

export const notificationsExport = exportOf(notifications)({
  file: 'notifications',
  columns: [
    ['MESSAGE', 'message'],
    ['MESSAGE DETAIL', 'messageDetail'],
    ['DATE', 'insertDate'],
    ['LEVEL', 'level'],
    ['READ', 'read'],
    ['ID', 'idNotification'],
  ],
});

export const notificationsLast = endpoint({
  ...admin,
  name: 'admin_notifications_last',
  method: 'GET',
  path: '/api/admin/notifications/last',
  summary: 'The 5 newest notifications, and how many were not read',
  description: '`total` is the number of those that were not read.',
  reply: Type.Array(Notification),
  shape: 'page',
});

export const notificationMark = endpoint({
  ...admin,
  name: 'admin_notification_mark',
  method: 'POST',
  path: '/api/admin/notifications/:id',
  summary: 'Mark a notification as read or unread, or bring it back',
  params: byId,
  query: query({
    read: flag('1: it was read; 0: it was not.'),
    deleted: flag('0 brings one back that was removed.'),
  }),
  reply: Notification,
  errors: ['invalid_parameter', 'notification_unknown', 'anti_forgery'],
});

export const notificationsRead = endpoint({
  ...admin,
  name: 'admin_notifications_read',
  method: 'POST',
  path: '/api/admin/notifications',
  summary: 'Mark all notifications as read',
  reply: Sentence,
  errors: ['anti_forgery'],
});

export const notificationDelete = endpoint({
  ...admin,
  name: 'admin_notification_delete',
  method: 'DELETE',
  path: '/api/admin/notifications/:id',
  summary: 'Remove a notification',
  description: 'It is kept, unseen, until it is deleted for its age or with all others.',
  params: byId,
  reply: Sentence,
  errors: ['invalid_parameter', 'notification_unknown', 'anti_forgery'],
});

export const notificationsRemove = endpoint({
  ...admin,
  name: 'admin_notifications_remove',
  method: 'DELETE',
  path: '/api/admin/mark-notifications-deleted',
  summary: 'Remove all notifications; they are kept, unseen',
  reply: Sentence,
  errors: ['anti_forgery'],
});

export const notificationsDelete = endpoint({
  ...admin,
  name: 'admin_notifications_delete',
  method: 'DELETE',
  path: '/api/admin/notifications',
  summary: 'Delete all notifications for good, also those that were removed before',
  reply: Sentence,
  errors: ['anti_forgery'],
});

export const NOTIFICATION_ENDPOINTS = [
  notifications,
  notificationsExport,
  notificationsLast,
  notificationMark,
  notificationsRead,
  notificationDelete,
  notificationsRemove,
  notificationsDelete,
] as const;
