import { USER_ORDERS, USER_STATES } from '#contracts/roster.api.ts';
import { SIGN_IN_ROLES } from '#contracts/session.ts';
import { aPage, aText, filters, oneOf, type ViewOf } from '#web/lib/filters.ts';
import { roster as words } from '#web/words/roster.ts';

const LONGEST = 254;

/** What the address of the list says. */
export const USERS = filters({
  text: aText(words.filters.text, LONGEST),
  role: { ...oneOf(words.filters.role, SIGN_IN_ROLES, ''), chip: (one) => words.roles[one as 'USER'] ?? one },
  state: { ...oneOf(words.filters.state, USER_STATES, ''), chip: (one) => words.states[one as 'ACTIVE'] ?? one },
  sort: { ...oneOf(words.filters.sort, USER_ORDERS, ''), chip: (one) => words.sorts[one as 'email'] ?? one },
  page: aPage,
});
export type UsersView = ViewOf<typeof USERS>;
