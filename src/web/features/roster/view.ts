import { USER_ORDERS, USER_STATES } from '#contracts/roster.api.ts';
import { SIGN_IN_ROLES } from '#contracts/session.ts';
import { aPage, aText, filters, oneOf, type ViewOf } from '#web/lib/filters.ts';
import { filtering } from '#web/words/filtering.ts';
import { roster as words } from '#web/words/roster.ts';

const LONGEST = 254;

const { filters: names } = words;

/** One of what the form offers; what was chosen is told in its words. */
const choiceOf = <Value extends string>(
  label: string,
  values: readonly Value[],
  said: Readonly<Record<Value, string>>,
) => ({
  ...oneOf(label, values, filtering.choice(label, values.map((one) => said[one]).join(', '))),
  chip: (one: string) => said[one as Value] ?? one,
});

/** What the address of the list says. */
export const USERS = filters({
  text: aText(names.text, LONGEST, filtering.long(names.text, LONGEST)),
  role: choiceOf(names.role, SIGN_IN_ROLES, words.roles),
  state: choiceOf(names.state, USER_STATES, words.states),
  sort: choiceOf(names.sort, USER_ORDERS, words.sorts),
  page: aPage,
});
export type UsersView = ViewOf<typeof USERS>;
