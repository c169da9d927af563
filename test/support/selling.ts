import type { FastifyRequest, LightMyRequestResponse } from 'fastify';
import { createBillingParts } from '#server/app/billing.ts';
import type { PayPalSettings } from '#server/modules/billing/billing.config.ts';
import { RECEIPT_SETTINGS } from '#server/modules/billing/receipt.config.ts';
import { createReader } from '#server/modules/configuration/reader.rules.ts';
import type { Database } from '#server/platform/db/database.ts';
import { type Caller, VISITOR } from '#server/platform/http/route.ts';
import { httpWith } from './http-app.ts';
import { silentLog } from './log.ts';

interface Selling {
  readonly db: Database;
  readonly provider: 'paypal' | 'sandbox';
  readonly paypal: PayPalSettings | null;
  readonly publicUrl: string;
}

/** The calls of billing over HTTP, for one buyer who is signed in. */
export const sellingOn = async ({ db, provider, paypal, publicUrl }: Selling) => {
  const parts = createBillingParts({
    publicUrl,
    db,
    secret: 'a secret of at least 32 characters',
    tokens: { shown: () => 'kdx_shown', waits: async () => null },
    mail: { sendMail: async () => false },
    configuration: createReader(RECEIPT_SETTINGS, () => undefined),
    now: () => new Date(),
    log: silentLog,
    outbound: { wait: async () => {} },
    settings: { provider, paypal },
  });
  const { rows } = await db.query<{ id: number }>(
    `insert into account (email) values (gen_random_uuid() || '@example.org') returning id`,
  );
  const accountId = rows[0]?.id ?? 0;
  const buyer = (_request: FastifyRequest): Caller => ({
    ...VISITOR,
    accountId,
    person: { sessionId: 's', email: 'buyer@example.org', role: 'USER', signedInAt: new Date() },
  });
  const { app } = httpWith(parts.routes, {
    authenticate: { session: buyer, admin: buyer, ...parts.authenticate },
    origin: publicUrl,
  });

  const get = (url: string): Promise<LightMyRequestResponse> => app.inject({ url });
  /** Buys the product with the id 2 and answers where the browser is sent. */
  const buy = async (headers: Record<string, string> = {}): Promise<string> => {
    const payload = [{ idProduct: 2, period: 1 }];
    const answer = await app.inject({ method: 'POST', url: '/api/user/purchase', headers, payload });
    return answer.json<{ data: { link: string } }>().data.link;
  };
  const statusOf = async (order: string): Promise<string | undefined> =>
    (await db.query<{ status: string }>('select status from purchase where order_id = $1', [order])).rows[0]?.status;
  return { app, parts, get, buy, statusOf };
};

/** The order that an address names. */
export const tokenIn = (link: string): string => new URL(link).searchParams.get('token') ?? '';
