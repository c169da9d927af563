import { event } from '#server/platform/bus/event.ts';

/** A level of the table `log_level` has changed, whoever did it: a trigger publishes it. */
export const LEVELS_CHANGED = event('levels');
