import { cron } from '#contracts/cron.api.ts';
import { data } from '#server/platform/http/answer.ts';
import { type Route, route } from '#server/platform/http/route.ts';
import type { CronReader } from './cron.service.ts';

export const cronRoutes = ({ explain }: CronReader): readonly Route[] => [
  route(cron)(async ({ query }) => data(explain(query))),
];
