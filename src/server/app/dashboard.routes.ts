import { dashboard } from '#contracts/dashboard.api.ts';
import type { Audit } from '#server/modules/audit/audit.service.ts';
import type { History } from '#server/modules/tasks/history.service.ts';
import { data } from '#server/platform/http/answer.ts';
import { type Route, route } from '#server/platform/http/route.ts';

interface Parts {
  readonly audit: Pick<Audit, 'hours'>;
  readonly engine: { readonly history: Pick<History, 'hours'> };
}

/** What administrators see first. */
export const dashboardRoutes = ({ audit, engine }: Parts): readonly Route[] => [
  route(dashboard)(async () => {
    const { hours, ...went } = await audit.hours();
    const { running, hours: begun } = await engine.history.hours(new Date(went.startDate));
    const runsIn = new Map(begun.map(({ hour, runs, failed }) => [hour, { runs, failed }]));
    const all = hours.map((one, at) => ({ ...one, ...(runsIn.get(at) ?? { runs: 0, failed: 0 }) }));
    const sum = (of: 'runs' | 'failed'): number => all.reduce((total, one) => total + one[of], 0);
    return data({ ...went, runs: sum('runs'), failed: sum('failed'), running, hours: all });
  }),
];
