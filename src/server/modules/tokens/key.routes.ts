import { keyChange, keyMake, keyRevoke, keyRotate, keys, keyUsage } from '#contracts/keys.api.ts';
import { data } from '#server/platform/http/answer.ts';
import { type Call, personOf, type Route, route } from '#server/platform/http/route.ts';
import type { Asker, Keys } from './key.service.ts';

/** Whose keys they are is never said by the request: they are the session's. */
const askerOf = (call: Call): Asker => ({ accountId: personOf(call).accountId, ip: call.ip });

export const keyRoutes = (service: Keys): readonly Route[] => [
  route(keys)(async (_, call) => data(await service.show(askerOf(call)))),
  route(keyUsage)(async ({ params: { id } }, call) => data(await service.usage(askerOf(call), id))),
  route(keyMake)(async ({ body }, call) => data(await service.make(askerOf(call), body))),
  route(keyChange)(async ({ params: { id }, body }, call) => data(await service.change(askerOf(call), id, body))),
  route(keyRotate)(async ({ params: { id }, body: { overlap } }, call) =>
    data(await service.rotate(askerOf(call), id, overlap)),
  ),
  route(keyRevoke)(async ({ params: { id } }, call) => data(await service.revoke(askerOf(call), id))),
];
