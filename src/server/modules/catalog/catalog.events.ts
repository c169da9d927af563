import { event } from '#server/platform/bus/event.ts';

/** Records or what is searched in them have changed. */
export const CATALOGUE_CHANGED = event('catalogue');
