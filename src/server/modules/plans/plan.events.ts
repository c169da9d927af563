import { event } from '#server/platform/bus/event.ts';

/** Products or roles, and with them limits and what is on sale, have changed. */
export const OFFERS_CHANGED = event('offers');
