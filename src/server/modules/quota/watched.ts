import type { Caller, Quota, Spent } from '#server/platform/http/route.ts';

/** The same quota; `look` sees how each call was judged, and may not take long. */
export const watched = (quota: Quota, look: (caller: Caller, spent: Spent) => void): Quota => {
  const seen = (caller: Caller, spent: Spent): Spent => {
    look(caller, spent);
    return spent;
  };
  return {
    spend: (caller, cost) => {
      const spent = quota.spend(caller, cost);
      return spent instanceof Promise ? spent.then((settled) => seen(caller, settled)) : seen(caller, spent);
    },
    refusal: (caller, cost) => {
      const refused = quota.refusal(caller, cost);
      return refused && seen(caller, refused);
    },
  };
};
