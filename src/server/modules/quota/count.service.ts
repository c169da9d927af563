import type { Requests } from '#server/modules/accounts/usage.ts';
import type { Counters } from '#server/modules/audit/audit.service.ts';
import type { Executor } from '#server/platform/db/database.ts';
import { addCounts, dropCounts } from './count.store.ts';
import { lastByKey, lastRequest, requestsByAddress, requestsByDay } from './request.store.ts';

/** What tokens have cost: written with each batch of the audit, so that each request is counted once. */
export const counters: Counters = { add: addCounts, drop: dropCounts };

/** The requests of accounts, by every token that they have had. */
export const createRequests = (db: Executor): Requests => ({
  byDay: (accountId, days) => requestsByDay(db, accountId, days),
  byAddress: (accountId, days) => requestsByAddress(db, accountId, days),
  last: (accountId) => lastRequest(db, accountId),
  lastByKey: async (accountId) => new Map((await lastByKey(db, accountId)).map(({ idKey, ...last }) => [idKey, last])),
});
