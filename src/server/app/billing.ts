import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { failure } from '#server/kernel/failure.ts';
import type { PaymentSettings } from '#server/modules/billing/billing.config.ts';
import { billingRoutes } from '#server/modules/billing/billing.routes.ts';
import { type Billing, createBilling } from '#server/modules/billing/billing.service.ts';
import { sold } from '#server/modules/billing/list.service.ts';
import { createPayPal } from '#server/modules/billing/paypal.provider.ts';
import { createSandbox, WEBHOOK_PATH } from '#server/modules/billing/sandbox.provider.ts';
import { offerRoutes } from '#server/modules/plans/offer.routes.ts';
import { createOffers } from '#server/modules/plans/offer.service.ts';
import { roleRoutes } from '#server/modules/plans/role.routes.ts';
import { createRoles } from '#server/modules/plans/role.service.ts';
import type { Tokens } from '#server/modules/tokens/token.service.ts';
import type { Database } from '#server/platform/db/database.ts';
import type { Route } from '#server/platform/http/route.ts';
import type { Log } from '#server/platform/log.ts';
import { createOutbound, type OutboundOptions } from '#server/platform/outbound/outbound.ts';
import { registerSandbox } from './sandbox.ts';

export interface BillingParts {
  readonly settings: PaymentSettings;
  readonly publicUrl: string;
  readonly db: Pick<Database, 'query' | 'transaction'>;
  readonly secret: string;
  readonly tokens: Pick<Tokens, 'shown'>;
  readonly now: () => Date;
  readonly log: Log;
  /** For tests: how the doors out wait and how long. */
  readonly outbound?: Partial<OutboundOptions>;
}

/** Everything about selling: products and plan roles, payments, and who takes the money. */
export const createBillingParts = (parts: BillingParts) => {
  const { settings, publicUrl, db, secret, now, log, outbound = {} } = parts;
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
  });
  const routes: readonly Route[] = [...billingRoutes(billing), ...offerRoutes(offers), ...roleRoutes(roles)];
  return {
    billing,
    offers,
    roles,
    routes,
    /** For trying payments out; null where money is real or nobody takes it. */
    sandbox,
    /** Adds what is no call of the API: the providers' messages and the sandbox's page. */
    register: (app: FastifyInstance): void => {
      registerWebhooks(app, billing);
      if (sandbox) registerSandbox(app, { sandbox, publicUrl });
    },
  };
};

/** The largest message of a provider, in bytes. */
const MESSAGE_LIMIT = 65_536;
/** Seconds after which a message should be sent again that could not be taken. */
const AGAIN_S = '30';

const TAKEN = JSON.stringify({ code: 200, data: 'Received', error: null, page: null, total: null, regs: null });

/** Takes messages as the bytes that they are: signatures are over those. */
const registerWebhooks = (app: FastifyInstance, billing: Pick<Billing, 'webhook'>): void => {
  app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: MESSAGE_LIMIT }, (_request, body, done) =>
      done(null, body),
    );
    scope.post(`${WEBHOOK_PATH}/:provider`, async (request: FastifyRequest, reply: FastifyReply) => {
      reply.headers({ 'X-Request-Id': request.id, 'Cache-Control': 'no-store' });
      const { provider } = request.params as { readonly provider: string };
      const raw = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
      const received = await billing.webhook(provider, request.headers, raw, request.address);
      if (received === 'refused') throw failure('invalid_body', 'The message is not signed as it should be.');
      if (received === 'later') throw failure('provider_away', undefined, { headers: { 'Retry-After': AGAIN_S } });
      return reply.type('application/json; charset=utf-8').send(TAKEN);
    });
  });
};
