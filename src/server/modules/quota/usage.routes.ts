import { usage } from '#contracts/usage.api.ts';
import { data } from '#server/platform/http/answer.ts';
import { type Route, route } from '#server/platform/http/route.ts';
import type { Quotas } from './quota.service.ts';

/** What is left of the day's quota. */
export const usageRoutes = (quota: Pick<Quotas, 'usageBy'>): readonly Route[] => [
  route(usage)(async (_, { caller: { accountId, ...caller } }) => {
    if (accountId === null) throw new Error('the usage of nobody was asked for');
    return data(await quota.usageBy({ accountId, ...caller }), { 'Cache-Control': 'no-store' });
  }),
];
