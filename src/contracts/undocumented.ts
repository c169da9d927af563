import { paymentWebhook } from './billing.api.ts';
import { page, type RouteShape, undocumented } from './endpoint.ts';
import { FACADES } from './facades.ts';
import { providerReturn } from './identity.api.ts';
import { omdbBare } from './omdb.api.ts';
import { PAGES } from './pages.ts';
import { sandboxChoice, sandboxPage } from './sandbox.api.ts';
import { tmdbFilmProviders, tmdbPicture, tmdbSeasonProviders, tmdbTvProviders } from './tmdb.api.ts';

/** The documentation and what it loads. */
export const DOCS = [
  '/docs',
  '/docs/compare',
  '/docs/look.css',
  '/docs/scheme.js',
  '/docs/site.js',
  '/docs/init.js',
  '/docs/scalar.js',
  '/docs/kinodex-client.tgz',
  '/llms.txt',
  '/favicon.svg',
  '/openapi.json',
] as const;

/** What browsers ask for that have not read the page. */
export const FAVICON = '/favicon.ico';

/** Where the live connection of `topics.ts` is opened; who is let in is decided by its first frame. */
export const live = undocumented({ method: 'GET', path: '/ws', access: 'public', query: 'any' });

/** What a node says of its health in figures, as text for Prometheus. */
export const metrics = undocumented({ method: 'GET', path: '/metrics', access: 'metrics', query: 'any' });

/** Where agents speak MCP: each message is made into a call of the data API, which judges whoever sends it. */
export const mcp = undocumented({
  method: 'POST',
  path: '/mcp',
  access: 'onward',
  query: 'any',
  takes: 'bytes',
  bodyLimit: 65_536,
});
/** The same address as clients ask it for a stream of messages, and as people come to it. */
export const mcpStream = page('/mcp');

/** Addresses that lead to a screen of the site. */
export const SCREENS = [...Object.keys(PAGES), '/admin'].filter((screen) => screen !== '/') as `/${string}`[];

/** What is served beside the API, but for the files of the built site: those are what the build has made. */
export const UNDOCUMENTED: readonly RouteShape[] = [
  paymentWebhook,
  providerReturn,
  sandboxPage,
  sandboxChoice,
  ...DOCS.map(page),
  page(FAVICON),
  page('/'),
  omdbBare,
  tmdbFilmProviders,
  tmdbSeasonProviders,
  tmdbTvProviders,
  tmdbPicture,
  ...FACADES.flatMap(({ document, docs }) => [page(document), page(docs)]),
  live,
  metrics,
  mcp,
  mcpStream,
  ...SCREENS.flatMap((screen) => [page(screen), page(`${screen}/`)]),
];
