import { readFile } from 'node:fs/promises';
import { areaOf } from '#contracts/areas.ts';
import { type EndpointShape, page } from '#contracts/endpoint.ts';
import { DOCS, FAVICON } from '#contracts/undocumented.ts';
import { shownAt } from '#server/platform/http/answer.ts';
import { fileRoute, type PageFile } from '#server/platform/http/files.ts';
import { openApi } from '#server/platform/http/openapi.ts';
import { type FailurePage, type Route, route } from '#server/platform/http/route.ts';
import { fillIn, guide, guideFile, pageFile } from './docs.guide.ts';
import { facesIn, look, preloads } from './docs.look.ts';

export interface DocsOptions {
  readonly endpoints: readonly EndpointShape[];
  readonly publicUrl: string;
  readonly version: string;
  readonly examples: Readonly<Record<string, unknown>>;
}

const POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; font-src 'self' data:; connect-src 'self'; worker-src 'self' blob:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/** The cue mark: the dot that announces a change of reels. */
const ICON = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="6" fill="#161615"/><circle cx="22" cy="10" r="5" fill="#f7f7f4"/></svg>`;

const PAGE_HEADERS = {
  'Content-Security-Policy': POLICY,
  'Referrer-Policy': 'no-referrer',
  'X-Frame-Options': 'DENY',
  'Cross-Origin-Opener-Policy': 'same-origin',
};

const SITE = new URL('../../../dist/site/', import.meta.url);
const HTML = 'text/html; charset=utf-8';
const SCRIPT = 'text/javascript; charset=utf-8';
const STYLE = 'text/css; charset=utf-8';

/** What programs call stands first; then what the pages of the site call for people. */
const tagGroups = (endpoints: readonly EndpointShape[]) => {
  const tags = [...new Set(endpoints.map(({ tag }) => tag))];
  const ofPrograms = new Set(endpoints.filter(({ path }) => areaOf(path)?.access === 'token').map(({ tag }) => tag));
  return [
    { name: 'Data API', tags: tags.filter((tag) => ofPrograms.has(tag)) },
    { name: 'For people and their pages', tags: tags.filter((tag) => !ofPrograms.has(tag)) },
  ];
};

const documentOf = ({ endpoints, publicUrl, version, examples }: DocsOptions) => ({
  ...openApi({
    endpoints,
    info: {
      title: 'Kinodex',
      version,
      summary: 'Movies, series and people as typed JSON.',
      description: guide(publicUrl),
      license: { name: 'MIT', identifier: 'MIT' },
    },
    server: publicUrl,
    examples,
  }),
  'x-tagGroups': tagGroups(endpoints),
});

// Read when the product starts, as the site's files are: a build beside the running product changes nothing.
const facesNow = () => facesIn(new URL('assets/', SITE));

/** What a browser is shown at an address where nothing is. */
export const missingPage = (): FailurePage => ({
  html: pageFile('missing.html', '', preloads(facesNow())),
  headers: PAGE_HEADERS,
});

/** `/docs`, `/docs/compare` and `/openapi.json`. The files are read and compressed when somebody first asks. */
export const docsRoutes = (options: DocsOptions): readonly Route[] => {
  const faces = facesNow();
  const html = (name: string, path: string): string => pageFile(name, path, preloads(faces));
  const headers = PAGE_HEADERS;
  const text = (type: string, make: () => string): PageFile => ({
    type,
    read: () => Buffer.from(make()),
    headers,
  });
  const files: Readonly<Record<(typeof DOCS)[number], PageFile>> = {
    '/docs': text(HTML, () => html('page.html', '/docs')),
    '/docs/compare': text(HTML, () => fillIn(html('compare.html', '/docs/compare'), options.publicUrl)),
    '/docs/look.css': text(STYLE, () => look(faces)),
    '/docs/scheme.js': text(SCRIPT, () => guideFile('scheme.js')),
    '/docs/site.js': text(SCRIPT, () => guideFile('site.js')),
    '/docs/init.js': text(SCRIPT, () => guideFile('init.js')),
    // The build puts it there (vite.config.ts); it is large, and most nodes are never asked for it.
    '/docs/scalar.js': { type: SCRIPT, read: () => readFile(new URL('.reference/scalar.js', SITE)), headers },
    '/favicon.svg': text('image/svg+xml', () => ICON),
    '/openapi.json': {
      ...text('application/json; charset=utf-8', () => fillIn(JSON.stringify(documentOf(options)), options.publicUrl)),
      headers: { ...headers, 'Access-Control-Allow-Origin': '*' },
    },
  };
  return [
    ...DOCS.map((path) => fileRoute(path, files[path])),
    route(page(FAVICON))(async () => shownAt('/favicon.svg')),
  ];
};
