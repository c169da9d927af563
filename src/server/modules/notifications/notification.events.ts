import { event } from '#server/platform/bus/event.ts';

/** There are others, or others that were read. */
export const NOTIFICATIONS_CHANGED = event('notifications');
