import type { Degraded } from '#contracts/health.api.ts';
import { type DayState, status } from '#contracts/status.api.ts';
import { failure } from '#server/kernel/failure.ts';
import type { Audit } from '#server/modules/audit/audit.service.ts';
import type { Went } from '#server/modules/audit/hours.rules.ts';
import { data } from '#server/platform/http/answer.ts';
import { type Route, route } from '#server/platform/http/route.ts';

export interface StatusServices {
  readonly audit: Pick<Audit, 'days'>;
  readonly health: () => Promise<boolean>;
  readonly degraded: () => readonly Degraded[];
}

/** Fewer requests say nothing about a server. */
const FEWEST = 20;
const TROUBLED = 0.01;
const FAILING = 0.1;

/** How many were asked is nobody's business: only how they went. */
export const shownOf = ({ requests, p95, serverErrors }: Went) => {
  const state = (): DayState => {
    if (requests < FEWEST || serverErrors === null) return 'QUIET';
    if (serverErrors >= FAILING) return 'FAILING';
    return serverErrors >= TROUBLED ? 'TROUBLED' : 'FINE';
  };
  const said = state();
  return { state: said, p95, failed: said === 'QUIET' ? null : serverErrors };
};

/** How the service is and has been, for everybody. */
export const statusRoutes = ({ audit, health, degraded }: StatusServices): readonly Route[] => [
  route(status)(async () => {
    if (!(await health())) throw failure('unavailable', undefined, { headers: { 'Retry-After': '2' } });
    const { asOf, all, days } = await audit.days();
    const told = {
      status: 'UP',
      degraded: degraded(),
      asOf: asOf.toISOString(),
      ...shownOf(all),
      days: days.map(({ date, ...went }) => ({ date, ...shownOf(went) })),
    };
    return data(told, { 'Cache-Control': 'public, max-age=30' });
  }),
];
