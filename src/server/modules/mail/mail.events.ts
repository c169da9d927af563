import { event } from '#server/platform/bus/event.ts';

/** There is mail to be sent. */
export const MAIL_WAITS = event('mail');
