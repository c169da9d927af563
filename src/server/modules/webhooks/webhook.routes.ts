import {
  webhookChange,
  webhookDelete,
  webhookDeliveries,
  webhookEnable,
  webhookMake,
  webhookRedeliver,
  webhookRedeliverFailed,
  webhookRotate,
  webhooks,
  webhookTest,
} from '#contracts/webhooks.api.ts';
import { toJson } from '#server/kernel/json.ts';
import { data, paged } from '#server/platform/http/answer.ts';
import { type Call, personOf, type Route, route } from '#server/platform/http/route.ts';
import type { DeliveryLog } from './log.service.ts';
import type { Webhooks } from './webhook.service.ts';

/** Whose webhooks they are is never said by the request: they are the session's. */
const ownerOf = (call: Call): number => personOf(call).accountId;

export const webhookRoutes = (service: Webhooks, log: DeliveryLog): readonly Route[] => [
  route(webhooks)(async (_, call) => data(await service.list(ownerOf(call)))),
  route(webhookMake)(async ({ body }, call) => data(await service.make(ownerOf(call), body))),
  route(webhookChange)(async ({ params: { id }, body }, call) => data(await service.change(ownerOf(call), id, body))),
  route(webhookDelete)(async ({ params: { id } }, call) => data(await service.remove(ownerOf(call), id))),
  route(webhookRotate)(async ({ params: { id } }, call) => data(await service.rotate(ownerOf(call), id))),
  route(webhookEnable)(async ({ params: { id } }, call) => data(await service.enable(ownerOf(call), id))),
  route(webhookTest)(async ({ params: { id } }, call) => data(await service.test(ownerOf(call), id))),
  route(webhookDeliveries)(async ({ params: { id }, query }, call) => {
    const { page = 1, regs = call.caller.maxRegs, state = null } = query;
    const slice = { offset: (page - 1) * regs, limit: regs };
    const { rows, total } = await log.list(ownerOf(call), id, state, slice);
    return paged({ json: toJson(rows), total, page, regs, exact: true });
  }),
  route(webhookRedeliver)(async ({ params: { id, change } }, call) =>
    data(await service.redeliver(ownerOf(call), id, change)),
  ),
  route(webhookRedeliverFailed)(async ({ params: { id } }, call) =>
    data(await service.redeliverFailed(ownerOf(call), id)),
  ),
];
