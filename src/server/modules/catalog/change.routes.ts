import { changes } from '#contracts/feed.api.ts';
import { dataText } from '#server/platform/http/answer.ts';
import { type Route, route } from '#server/platform/http/route.ts';
import type { Changes } from './change.service.ts';

export const changeRoutes = (feed: Changes): readonly Route[] => [
  route(changes)(async ({ query }) => dataText(await feed.list(query))),
];
