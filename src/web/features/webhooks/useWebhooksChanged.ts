import { useQueryClient } from '@tanstack/react-query';
import { webhookDeliveries, webhooks } from '#contracts/webhooks.api.ts';
import { keyOf } from '#web/lib/query.ts';

/** Fetches anew what shows webhooks and their deliveries, once one of them has changed. */
export const useWebhooksChanged = () => {
  const queries = useQueryClient();
  return async (): Promise<void> => {
    await Promise.all([webhooks, webhookDeliveries].map((one) => queries.invalidateQueries({ queryKey: keyOf(one) })));
  };
};
