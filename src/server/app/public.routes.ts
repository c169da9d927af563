import { areaOf } from '#contracts/areas.ts';
import {
  CLIENT_VERSION,
  features,
  latency,
  movieCarousel,
  nameCarousel,
  publicSuggest,
  stats,
  tryIt,
} from '#contracts/public.api.ts';
import type { Hit } from '#contracts/search.ts';
import { STATUS_DAYS, siteText, status } from '#contracts/status.api.ts';
import { failure } from '#server/kernel/failure.ts';
import { parseImdbId } from '#server/kernel/ids.ts';
import { daysUpTo } from '#server/modules/audit/days.rules.ts';
import { nameAnswer, titleAnswer } from '#server/modules/catalog/record.routes.ts';
import type { Records } from '#server/modules/catalog/record.service.ts';
import type { CatalogueStats } from '#server/modules/catalog/stats.service.ts';
import type { Configuration } from '#server/modules/configuration/configuration.service.ts';
import type { Products } from '#server/modules/plans/product.service.ts';
import type { Carousels } from '#server/modules/search/carousel.service.ts';
import type { Search } from '#server/modules/search/search.service.ts';
import { data } from '#server/platform/http/answer.ts';
import { type Answered, type Route, route } from '#server/platform/http/route.ts';
import type { LatencyMeter } from '#server/platform/latency.ts';
import { LICENCES } from '#server/sources/licences.ts';
import { textsThere } from './site-texts.ts';
import { noticesOf } from './terms.ts';

export interface PublicSite {
  readonly configuration: Configuration;
  /** The records; what is not among them is not fetched for strangers. */
  readonly tried: Records;
  readonly search: Pick<Search, 'suggest'>;
  readonly carousels: Carousels;
  readonly products: Products;
  readonly stats: CatalogueStats;
  readonly latency: LatencyMeter;
}

const cached = { cached: true } as const;
const SUGGESTIONS = 8;

/** What visitors of the site see, and the records that the data API can be tried on. */
export const publicRoutes = (site: PublicSite): readonly Route[] => [
  route(movieCarousel, cached)(async () => data(await site.carousels.titles())),
  route(nameCarousel, cached)(async () => data(await site.carousels.people())),
  route(features, cached)(async () => data(await site.products.onSale())),
  route(stats)(async () => {
    const contactEmail = site.configuration.text('FRONT_CONTACT_EMAIL').trim() || null;
    const { sources, ...counted } = await site.stats.read();
    return data({
      ...counted,
      notices: noticesOf(sources),
      contactEmail,
      texts: textsThere(site.configuration),
      clientVersion: CLIENT_VERSION,
    });
  }),
  route(latency)(async () => data(site.latency.read(), { 'Cache-Control': 'public, max-age=10' })),
  route(
    tryIt,
    cached,
  )(async ({ params: { imdbId }, query }, call) => {
    const id = parseImdbId(imdbId);
    if (!id) throw failure('malformed_id');
    const answer = id.kind === 'movie' ? titleAnswer : nameAnswer;
    return answer(site.tried, imdbId, query, call);
  }),
  route(
    publicSuggest,
    cached,
  )(async ({ query }) => {
    const hits = JSON.parse(await site.search.suggest(query.q, SUGGESTIONS)) as readonly Hit[];
    return data(hits.map(({ imdbId, title, name, year }) => ({ imdbId, description: title ?? name ?? imdbId, year })));
  }),
];

/**
 * Whether an answer is one of those that `public/latency` tells about: the data API's own to callers who were let in, so
 * that nobody makes the figures better by being refused.
 */
export const isMeasured = ({
  request: { method },
  path,
  code,
  tokenId,
}: Pick<Answered, 'request' | 'path' | 'code' | 'tokenId'>): boolean => {
  if (code >= 500 || code === 429 || method === 'OPTIONS') return false;
  if (path === tryIt.path) return code < 400;
  return areaOf(path)?.access === 'token' && tokenId !== null;
};

const alone = (value: unknown) => ({ code: 200, data: value, error: null, page: null, total: null, regs: null });

/** What the documentation shows of answers that differ from one moment to the next. */
export const MOMENTARY_EXAMPLES: Readonly<Record<string, unknown>> = {
  [stats.name]: alone({
    titles: 12_000_000,
    names: 15_000_000,
    images: 900_000,
    lastUpdate: { date: '2026-11-21T08:00:00.000Z', imdbId: 'tt0068646', description: 'The Godfather' },
    notices: [LICENCES['imdb-datasets'].notice],
    contactEmail: 'films@example.org',
    texts: ['terms', 'privacy'],
    clientVersion: CLIENT_VERSION,
  }),
  [status.name]: alone({
    ...{ status: 'UP', degraded: [], asOf: '2026-11-21T12:00:00.000Z', state: 'FINE', p95: 9.4, failed: 0.0002 },
    days: daysUpTo(new Date('2026-11-21T12:00:00Z'), STATUS_DAYS).map((date) => ({
      ...{ date, state: 'FINE', p95: 9.4, failed: 0.0002 },
    })),
  }),
  [siteText.name]: alone('# What is kept\n\nYour address, and what you have asked for.'),
  [latency.name]: alone({ window: '1h', count: 48_210, p50: 1.8, p95: 9.4, under300: 0.9998 }),
};
