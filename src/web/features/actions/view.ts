import { aMoment, aPage, aText, filters, type ViewOf } from '#web/lib/filters.ts';
import { actions as words } from '#web/words/actions.ts';

/** What the address of the list says. */
export const ACTIONS = filters(
  {
    email: aText(words.filters.email, 254),
    about: aText(words.filters.about, 200),
    startDate: aMoment(words.filters.startDate, words.wrong.moment),
    endDate: aMoment(words.filters.endDate, words.wrong.moment),
    page: aPage,
  },
  ({ startDate, endDate }) => (Date.parse(endDate) < Date.parse(startDate) ? { endDate: words.wrong.end } : {}),
);
export type ActionsView = ViewOf<typeof ACTIONS>;
