import { event } from '#server/platform/bus/event.ts';

/** An account, one of its sessions or tokens, what it may do or has bought is another now. */
export const PEOPLE_CHANGED = event('people');
