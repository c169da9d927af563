import { MOST_PREFERENCES, type Preference } from '#contracts/preference.api.ts';
import { failure } from '#server/kernel/failure.ts';
import { holdAccount } from '#server/modules/accounts/account.service.ts';
import type { Database } from '#server/platform/db/database.ts';
import { jsonOf, problemsOf } from './preference.rules.ts';
import { putPreference, readPreferences, removePreference, removePreferences } from './preference.store.ts';

/** Takes away what an account has kept, in the step that deletes it. */
export const buryPreferences = removePreferences;

/** How administrators have arranged the back-office, each for themselves. */
export const createPreferences = ({ db }: { readonly db: Pick<Database, 'query' | 'transaction'> }) => ({
  show: (accountId: number): Promise<readonly Preference[]> => readPreferences(db, accountId),

  /** Keeps a value under a key, or with null takes it away; answers all that is kept then. */
  put: (accountId: number, key: string, value: unknown): Promise<readonly Preference[]> =>
    db.transaction(async (tx) => {
      const details = value === null ? [] : problemsOf(key, value);
      if (details.length > 0)
        throw failure('invalid_body', details.map(({ field, message }) => `${field} ${message}`).join('; '), {
          details,
        });
      // Nothing is kept of an account that is being deleted, and two at once do not exceed the most.
      if (!(await holdAccount(tx, accountId))) throw failure('session_invalid');
      if (value === null) await removePreference(tx, accountId, key);
      else if (!(await putPreference(tx, accountId, { key, json: jsonOf(value) }, MOST_PREFERENCES)))
        throw failure('preferences_full');
      return readPreferences(tx, accountId);
    }),
});

export type Preferences = ReturnType<typeof createPreferences>;
