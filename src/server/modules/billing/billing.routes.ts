import {
  paymentMethod,
  payments,
  paymentsExport,
  paymentWebhook,
  purchase,
  purchaseError,
  purchaseSuccess,
} from '#contracts/billing.api.ts';
import { paidActives, paidActivesExport } from '#contracts/paid.api.ts';
import { failure } from '#server/kernel/failure.ts';
import { allOf, atOnce } from '#server/platform/db/steps.ts';
import { data } from '#server/platform/http/answer.ts';
import { exportRoute } from '#server/platform/http/list-file.ts';
import { personOf, type Route, route } from '#server/platform/http/route.ts';
import type { Billing } from './billing.service.ts';
import { isAtHome, notAtHome } from './sandbox.place.ts';

/** Seconds after which a message should be sent again that could not be taken. */
const AGAIN_S = '30';

export const billingRoutes = (billing: Billing): readonly Route[] => [
  route(purchase)(async ({ body }, call) => {
    if (billing.method().test && !isAtHome(call.headers)) throw notAtHome();
    return data(await billing.purchase(personOf(call), body, call.headers['idempotency-key']?.toString() ?? null));
  }),
  route(purchaseSuccess)(async ({ query }, call) => data(await billing.confirm(personOf(call), query.token))),
  route(purchaseError)(async ({ query }, call) => data(await billing.cancel(personOf(call), query.token))),
  route(payments)(async (_input, call) => data(await billing.payments(personOf(call)))),
  exportRoute(paymentsExport)(async (_input, call) => atOnce(await billing.payments(personOf(call)))),
  route(paymentMethod)(async () => data(billing.method())),
  route(paymentWebhook)(async ({ params, body }, { headers, ip }) => {
    const received = await billing.webhook(params.provider, headers, body, ip);
    if (received === 'refused') throw failure('invalid_body', 'The message is not signed as it should be.');
    if (received === 'later') throw failure('provider_away', undefined, { headers: { 'Retry-After': AGAIN_S } });
    return data('Received', { 'Cache-Control': 'no-store' });
  }),
  route(paidActives)(async () => data(await allOf(await billing.paidActives()))),
  exportRoute(paidActivesExport)(() => billing.paidActives()),
];
