import { hash, timingSafeEqual } from 'node:crypto';
import { metrics as page } from '#contracts/undocumented.ts';
import { addressOf } from '#server/kernel/network.ts';
import { bytes } from '#server/platform/http/answer.ts';
import { type Authenticate, type Route, route, VISITOR } from '#server/platform/http/route.ts';
import type { Config } from './config.ts';
import { createMetrics, type Metrics, type Watched } from './metrics.ts';
import type { People } from './people.ts';

const digest = (text: string): Buffer => hash('sha256', text, 'buffer');

/** What proxies add to a request: somebody else than this machine may have made it. */
const PROXIED = /^(?:forwarded|x-forwarded-.*|x-real-ip|via)$/;

const isThisMachine = (address: string): boolean => address === '::1' || address.startsWith('127.');

/**
 * Lets in who has the token of the settings, who calls from this machine without a proxy between, and administrators who
 * have signed in.
 */
const createMetricsGate = (token: string | undefined, admin: Authenticate): Authenticate => {
  const known = token === undefined ? null : digest(token);
  return (request) => {
    const { headers, raw } = request;
    const [, given = ''] = /^bearer +(\S+) *$/i.exec(headers.authorization ?? '') ?? [];
    if (known && timingSafeEqual(digest(given), known)) return VISITOR;
    const isLocal = isThisMachine(addressOf(raw.socket.remoteAddress ?? '') ?? '');
    if (isLocal && !Object.keys(headers).some((name) => PROXIED.test(name))) return VISITOR;
    return admin(request);
  };
};

const metricsRoutes = ({ text, type }: Pick<Metrics, 'text' | 'type'>): readonly Route[] => [
  route(page)(async () => bytes(Buffer.from(await text()), type, { 'Cache-Control': 'no-store' })),
];

interface Parts extends Pick<Watched, 'db' | 'replicas' | 'bus' | 'stats' | 'version'> {
  readonly config: Pick<Config, 'dataFolder' | 'metricsToken'>;
  readonly people: Pick<People, 'audit' | 'authenticate'>;
  readonly logTable: Watched['writers']['log'];
  readonly realtime: { readonly open: () => number };
  readonly feeds: { readonly figures: Watched['webhooks'] };
  readonly routes: readonly Route[];
}

/** The figures of a node with the page that tells them, and who may see it. */
export const createMetricsParts = ({ config, people, logTable, realtime, routes, feeds, ...watched }: Parts) => {
  const metrics = createMetrics({
    ...watched,
    routes: routes.map(({ endpoint }) => endpoint.path),
    dataFolder: config.dataFolder,
    writers: { audit: people.audit, log: logTable },
    connections: realtime.open,
    webhooks: feeds.figures,
  });
  return {
    ...metrics,
    routes: metricsRoutes(metrics),
    gate: createMetricsGate(config.metricsToken, people.authenticate.admin),
  };
};
