import { useQueryClient } from '@tanstack/react-query';
import { products, roles } from '#contracts/plans.api.ts';
import { features } from '#contracts/public.api.ts';
import { keyOf } from '#web/lib/query.ts';

/** Fetches anew what shows products or roles, once one of them has changed. */
export const usePlansChanged = () => {
  const queries = useQueryClient();
  return async (): Promise<void> => {
    await Promise.all([products, roles, features].map((list) => queries.invalidateQueries({ queryKey: keyOf(list) })));
  };
};
