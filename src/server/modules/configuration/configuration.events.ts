import { event } from '#server/platform/bus/event.ts';

/** A key of the table `configuration` has changed, whoever did it: a trigger publishes it. */
export const SETTINGS_CHANGED = event('settings');
