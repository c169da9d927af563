import { productDelete, productSave, products, productsExport } from '#contracts/plans.api.ts';
import { atOnce } from '#server/platform/db/steps.ts';
import { data } from '#server/platform/http/answer.ts';
import { exportRoute } from '#server/platform/http/list-file.ts';
import { type Route, route } from '#server/platform/http/route.ts';
import type { Offers } from './offer.service.ts';

export const offerRoutes = (service: Offers): readonly Route[] => [
  route(products)(async () => data(await service.list())),
  exportRoute(productsExport)(async () => atOnce(await service.list())),
  route(productSave)(async ({ body }) => data(await service.save(body))),
  route(productDelete)(async ({ params }) => data(await service.remove(params.id))),
];
