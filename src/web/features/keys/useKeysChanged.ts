import { useQueryClient } from '@tanstack/react-query';
import { userToken } from '#contracts/account.api.ts';
import { keys } from '#contracts/keys.api.ts';
import { keyOf } from '#web/lib/query.ts';

/** Fetches anew what shows keys or the first one's token, once one of them has changed. */
export const useKeysChanged = () => {
  const queries = useQueryClient();
  return async (): Promise<void> => {
    await Promise.all([keys, userToken].map((shown) => queries.invalidateQueries({ queryKey: keyOf(shown) })));
  };
};
