import type { PaymentSettings } from '#server/modules/billing/billing.config.ts';
import { billingRoutes } from '#server/modules/billing/billing.routes.ts';
import { createBilling } from '#server/modules/billing/billing.service.ts';
import { sold } from '#server/modules/billing/list.service.ts';
import { createPayPal } from '#server/modules/billing/paypal.provider.ts';
import { receiptTermsOf } from '#server/modules/billing/receipt.config.ts';
import { createReceipts } from '#server/modules/billing/receipt.service.ts';
import { createSandbox } from '#server/modules/billing/sandbox.provider.ts';
import type { Configuration } from '#server/modules/configuration/configuration.service.ts';
import type { Mail } from '#server/modules/mail/mail.service.ts';
import { offerRoutes } from '#server/modules/plans/offer.routes.ts';
import { createOffers } from '#server/modules/plans/offer.service.ts';
import { roleRoutes } from '#server/modules/plans/role.routes.ts';
import { createRoles } from '#server/modules/plans/role.service.ts';
import type { Tokens } from '#server/modules/tokens/token.service.ts';
import type { Database } from '#server/platform/db/database.ts';
import type { Route } from '#server/platform/http/route.ts';
import type { Log } from '#server/platform/log.ts';
import { createOutbound, type OutboundOptions } from '#server/platform/outbound/outbound.ts';
import { atHome, sandboxRoutes } from './sandbox.ts';

export interface BillingParts {
  readonly settings: PaymentSettings;
  readonly publicUrl: string;
  readonly db: Pick<Database, 'query' | 'transaction'>;
  readonly secret: string;
  readonly tokens: Pick<Tokens, 'shown' | 'waits'>;
  readonly mail: Pick<Mail, 'sendMail'>;
  readonly configuration: Pick<Configuration, 'text' | 'number'>;
  readonly now: () => Date;
  readonly log: Log;
  /** For tests: how the doors out wait and how long. */
  readonly outbound?: Partial<OutboundOptions>;
}

/** Everything about selling: products and plan roles, payments, and who takes the money. */
export const createBillingParts = (parts: BillingParts) => {
  const { settings, publicUrl, db, secret, mail, configuration, now, log, outbound = {} } = parts;
  const offers = createOffers({ db, sold });
  const roles = createRoles({ db, sold });
  const paypal = settings.paypal && createPayPal({ ...settings.paypal, now, outbound });
  const door = createOutbound({ ...outbound, baseUrl: publicUrl });
  const sandbox = settings.provider === 'sandbox' ? createSandbox({ db, secret, publicUrl, now, door, log }) : null;
  const billing = createBilling({
    ...parts,
    provider: settings.provider,
    providers: { ...(paypal && { paypal }), ...(sandbox && { sandbox: sandbox.provider }) },
    offers,
    receipts: createReceipts({ terms: receiptTermsOf(configuration), mail }),
  });
  const routes: readonly Route[] = [
    ...billingRoutes(billing),
    ...offerRoutes(offers),
    ...roleRoutes(roles),
    ...(sandbox ? sandboxRoutes({ sandbox, publicUrl }) : []),
  ];
  return {
    billing,
    offers,
    roles,
    routes,
    /** For trying payments out; null where money is real or nobody takes it. */
    sandbox,
    /** How those are known who call what only this machine may. */
    authenticate: { local: atHome },
  };
};
