import { type ConfigurationChange, configuration } from '#contracts/configuration.api.ts';
import { useCall } from '#web/lib/query.ts';
import { keyOfChange } from './difference.ts';

/** What putting back what was before a change would write over: what has its key now, or the key of before. */
export const usePresent = (change: ConfigurationChange, enabled: boolean) => {
  const key = keyOfChange(change);
  const keyBefore = change.before?.key ?? key;
  const look = { staleTime: 0, enabled };
  const named = useCall(configuration, { query: { prefix: key } }, look);
  const namedBefore = useCall(configuration, { query: { prefix: keyBefore } }, look);
  const present =
    named.data?.data.find((one) => one.key === key) ?? namedBefore.data?.data.find((one) => one.key === keyBefore);
  return {
    present: present ?? null,
    isFetching: named.isFetching || namedBefore.isFetching,
    error: named.error ?? namedBefore.error,
  };
};
