import { event } from '#server/platform/bus/event.ts';

/** The carousels of the first page show other records. */
export const CAROUSEL_CHOSEN = event('carousel');
