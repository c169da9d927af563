import { type Choice, choiceOf } from '#web/lib/offer-search.ts';

/** The choice outlives a visit to the provider, the sign-in and the registration, within this tab. */
const KEY = 'purchaseChoice';

export const keepChoice = ({ plan, period }: Choice): void => {
  try {
    window.sessionStorage.setItem(KEY, JSON.stringify({ plan: String(plan), period: String(period) }));
  } catch {
    // Storage is switched off: the choice is made again.
  }
};

export const keptChoice = (): Choice | null => {
  try {
    return choiceOf(JSON.parse(window.sessionStorage.getItem(KEY) ?? '{}') as Record<string, string>);
  } catch {
    return null;
  }
};
