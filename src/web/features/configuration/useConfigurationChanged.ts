import { useQueryClient } from '@tanstack/react-query';
import { configuration, configurationHistory } from '#contracts/configuration.api.ts';
import { loadConfiguration } from '#web/lib/enter.ts';
import { keyOf } from '#web/lib/query.ts';

/** Fetches anew what shows the configuration once it has changed, and what pages follow of it. */
export const useConfigurationChanged = () => {
  const queries = useQueryClient();
  return async (): Promise<void> => {
    loadConfiguration().catch(() => undefined);
    await Promise.all(
      [configuration, configurationHistory].map((list) => queries.invalidateQueries({ queryKey: keyOf(list) })),
    );
  };
};
