import { notify } from '#server/modules/notifications/notification.service.ts';
import type { Offers } from '#server/modules/plans/offer.service.ts';
import { grants } from '#server/modules/plans/role.grants.ts';
import type { Tokens } from '#server/modules/tokens/token.service.ts';
import type { Database } from '#server/platform/db/database.ts';
import type { Log } from '#server/platform/log.ts';
import { createAccountStep } from './account-step.ts';
import { createAsking } from './asking.ts';
import { createConfirming } from './confirm.service.ts';
import { createPaymentLists } from './list.service.ts';
import type { ProviderName, Providers } from './provider.ts';
import { createPurchases } from './purchase.service.ts';
import type { Receipts } from './receipt.service.ts';
import { createReconciler } from './reconciler.service.ts';
import { createSettling } from './settle.service.ts';
import { createWebhooks } from './webhook.service.ts';

export interface BillingOptions {
  readonly db: Pick<Database, 'query' | 'transaction'>;
  /** Every provider that can be asked, also those that get no new orders. */
  readonly providers: Providers;
  /** Whom new orders go to. */
  readonly provider: ProviderName | 'none';
  readonly offers: Pick<Offers, 'byId'>;
  readonly tokens: Pick<Tokens, 'shown' | 'waits'>;
  readonly publicUrl: string;
  readonly receipts: Pick<Receipts, 'issue'>;
  readonly now: () => Date;
  readonly log: Log;
}

/** Buying: from the cart to the end of what was paid for. */
export const createBilling = ({ provider, ...options }: BillingOptions) => {
  const { db, providers, receipts, now, log } = options;
  const current = (provider === 'none' ? undefined : providers[provider]) ?? null;
  const asking = createAsking(log);
  const accountStep = createAccountStep(db, grants);
  const settling = createSettling({ accountStep, grants, notify, receipts, now });
  const confirming = createConfirming({ db, providers, settling, asking, now });
  const { purchase } = createPurchases({ ...options, accountStep, current, asking });
  const { confirm, cancel } = confirming;
  return {
    purchase,
    confirm,
    cancel,
    webhook: createWebhooks({ db, providers, confirming, settling, asking, now }),
    /** How the site has to speak of payments. */
    method: () => ({ provider: current?.name ?? ('none' as const), test: current?.test ?? false }),
    ...createPaymentLists(options),
    ...createReconciler({ db, accountStep, providers, confirming, settling, notify, now, log }),
  };
};

export type Billing = ReturnType<typeof createBilling>;
