import { readFile } from 'node:fs/promises';
import type { FastifyInstance } from 'fastify';
import type { EndpointShape } from '#contracts/endpoint.ts';
import { type PageFile, serveFile } from '#server/platform/http/files.ts';
import { openApi } from '#server/platform/http/openapi.ts';
import { fillIn, guide, guideFile } from './docs.guide.ts';
import { facesIn, look } from './docs.look.ts';

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

const SITE = new URL('../../../dist/site/', import.meta.url);
const HTML = 'text/html; charset=utf-8';
const SCRIPT = 'text/javascript; charset=utf-8';
const STYLE = 'text/css; charset=utf-8';

/** What programs call stands first; then what the pages of the site call for people. */
const tagGroups = (endpoints: readonly EndpointShape[]) => {
  const tags = [...new Set(endpoints.map(({ tag }) => tag))];
  const ofPrograms = new Set(endpoints.filter(({ path }) => path.startsWith('/api/v1/')).map(({ tag }) => tag));
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

/** `/docs`, `/docs/compare` and `/openapi.json`. The files are read and compressed when somebody first asks. */
export const registerDocs = (app: FastifyInstance, options: DocsOptions): void => {
  // Now, as the site's files are: a build beside the running product changes nothing.
  const faces = facesIn(new URL('assets/', SITE));
  const headers = {
    'Content-Security-Policy': POLICY,
    'Referrer-Policy': 'no-referrer',
    'X-Frame-Options': 'DENY',
    'Cross-Origin-Opener-Policy': 'same-origin',
  };
  const file = (path: string, type: string, read: PageFile['read'], more: PageFile['headers'] = {}): void =>
    serveFile(app, path, { type, read, headers: { ...headers, ...more } });
  const text = (path: string, type: string, make: () => string): void => file(path, type, () => Buffer.from(make()));

  text('/docs', HTML, () => guideFile('page.html'));
  text('/docs/compare', HTML, () => fillIn(guideFile('compare.html'), options.publicUrl));
  text('/docs/look.css', STYLE, () => look(faces));
  text('/docs/scheme.js', SCRIPT, () => guideFile('scheme.js'));
  text('/docs/init.js', SCRIPT, () => guideFile('init.js'));
  text('/favicon.svg', 'image/svg+xml', () => ICON);
  // The build puts it there (vite.config.ts); it is large, and most nodes are never asked for it.
  file('/docs/scalar.js', SCRIPT, () => readFile(new URL('.reference/scalar.js', SITE)));
  // What browsers ask for that have not read the page.
  app.get('/favicon.ico', (_request, reply) => reply.redirect('/favicon.svg', 302));
  file('/openapi.json', 'application/json; charset=utf-8', () => Buffer.from(JSON.stringify(documentOf(options))), {
    'Access-Control-Allow-Origin': '*',
  });
};
