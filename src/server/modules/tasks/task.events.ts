import { event } from '#server/platform/bus/event.ts';

/** Tasks or runs have changed: nodes look for runs to execute and to end, and tell it live. */
export const TASKS_CHANGED = event('tasks');
