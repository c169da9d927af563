import { health } from '#contracts/health.api.ts';
import { metrics } from '#contracts/undocumented.ts';
import type { Route } from '#server/platform/http/route.ts';
import type { Role } from './config.ts';

/** What every node answers: how it is. */
const ANYWHERE: ReadonlySet<string> = new Set([health.path, metrics.path]);

/** What a node of a role answers. */
export const servedBy = (role: Role, routes: readonly Route[]): readonly Route[] =>
  role === 'worker' ? routes.filter(({ endpoint }) => ANYWHERE.has(endpoint.path)) : routes;
