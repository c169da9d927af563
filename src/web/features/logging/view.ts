import { aText, filters, type ViewOf } from '#web/lib/filters.ts';
import { logging as words } from '#web/words/logging.ts';

/** What the address of the page says: one package, or all of them. */
export const LOGGING = filters({ packageName: aText(words.package, 100) });

export type LoggingView = ViewOf<typeof LOGGING>;
