import type { Input } from '#contracts/endpoint.ts';
import { MANUAL_STATES, MANUAL_TYPES, type manualUpdate } from '#contracts/manual.api.ts';
import { aPage, filters, oneOf, type ViewOf } from '#web/lib/filters.ts';
import { filtering } from '#web/words/filtering.ts';
import { manual as words } from '#web/words/manual.ts';

type Query = NonNullable<Input<typeof manualUpdate>['query']>;

const BEGINNING = /^(?:tt|nm)\d{0,10}$/;
const { filters: names } = words;

/** What the address of the page says. */
export const MANUAL = filters({
  state: oneOf(names.state, MANUAL_STATES, filtering.choice(names.state, MANUAL_STATES.join(', '))),
  type: oneOf(names.type, MANUAL_TYPES, filtering.choice(names.type, MANUAL_TYPES.join(', '))),
  imdbId: {
    label: names.imdbId,
    wrong: words.wrongId,
    means: (one: string) => (BEGINNING.test(one.toLowerCase()) ? one.toLowerCase() : undefined),
  },
  page: aPage,
});

export type ManualView = ViewOf<typeof MANUAL>;

/** What the server is asked, where it can be asked all of it. */
export const queryOf = (view: ManualView, regs: number): Query => ({
  ...MANUAL.asked(view),
  page: view.page ?? 1,
  regs,
});
