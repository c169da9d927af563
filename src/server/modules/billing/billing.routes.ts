import {
  paidActives,
  paymentMethod,
  payments,
  purchase,
  purchaseError,
  purchaseSuccess,
} from '#contracts/billing.api.ts';
import { data } from '#server/platform/http/answer.ts';
import { personOf, type Route, route } from '#server/platform/http/route.ts';
import type { Billing } from './billing.service.ts';
import { isAtHome, notAtHome } from './sandbox.place.ts';

export const billingRoutes = (billing: Billing): readonly Route[] => [
  route(purchase)(async ({ body }, call) => {
    if (billing.method().test && !isAtHome(call.header)) throw notAtHome();
    return data(await billing.purchase(personOf(call), body, call.header('idempotency-key') ?? null));
  }),
  route(purchaseSuccess)(async ({ query }, call) => data(await billing.confirm(personOf(call), query.token))),
  route(purchaseError)(async ({ query }, call) => data(await billing.cancel(personOf(call), query.token))),
  route(payments)(async (_input, call) => data(await billing.payments(personOf(call)))),
  route(paymentMethod)(async () => data(billing.method())),
  route(paidActives)(async () => data(await billing.paidActives())),
];
