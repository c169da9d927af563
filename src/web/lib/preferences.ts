import { useSyncExternalStore } from 'react';
import { type Preference, preferenceChange, preferences } from '#contracts/preference.api.ts';
import { call } from './call.ts';
import { tellOf } from './query.ts';
import { onStored, store, stored } from './stored.ts';

// What an administrator has chosen shows at once and is kept on the server, one choice after another. This browser keeps a
// copy for the first paint; what the server says wins.

type Value = Preference['value'] | null;

const keep = (all: readonly Preference[]): void => store({ preferences: JSON.stringify(all) });

const put = (key: string, value: Value): void => {
  const others = stored().preferences.filter((one) => one.key !== key);
  keep(value === null ? others : [...others, { key, value }]);
};

/** Choices that the server has not heard of yet: until then it knows less than is shown. */
let waiting = 0;
let last: Promise<unknown> = Promise.resolve();

/** What the server says, unless it is of somebody who has left or older than what was chosen since. */
const take = (all: readonly Preference[], email: string | undefined): void => {
  if (waiting === 0 && email !== undefined && stored().user?.email === email) keep(all);
};

/** Reads what the server keeps; nobody waits for it, and without an answer the copy stands. */
export const readPreferences = async (): Promise<void> => {
  const email = stored().user?.email;
  const { data } = await call(preferences, undefined, { background: true });
  take(data, email);
};

/** Chooses something, or with null what is usual. Where the server refuses it, that is told and it is as before. */
export const prefer = (key: string, value: Value): void => {
  const email = stored().user?.email;
  const before = stored().preferences.find((one) => one.key === key)?.value ?? null;
  put(key, value);
  waiting += 1;
  const sent = last.then(() => call(preferenceChange, { params: { key }, body: { value } }, { background: true }));
  last = sent.then(
    ({ data }) => {
      waiting -= 1;
      take(data, email);
    },
    (error) => {
      waiting -= 1;
      if (stored().user?.email !== email) return;
      tellOf(error);
      put(key, before);
      return readPreferences().catch(() => undefined);
    },
  );
};

/** All that is chosen; the same list until something changes. */
export const usePreferences = (): readonly Preference[] => useSyncExternalStore(onStored, () => stored().preferences);
