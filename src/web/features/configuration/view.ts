import { aPage, aText, filters, type ViewOf } from '#web/lib/filters.ts';
import { configuration as words } from '#web/words/configuration.ts';

const LONGEST = 100;

/** What the address of the list says. */
export const CONFIGURATION = filters({ text: aText(words.filters.text, LONGEST), page: aPage });
export type ConfigurationView = ViewOf<typeof CONFIGURATION>;

/** What the address of the history says. */
export const CHANGES = filters({ key: aText(words.past.filters.key, LONGEST), page: aPage });
export type ChangesView = ViewOf<typeof CHANGES>;
