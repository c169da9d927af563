import { readFile } from 'node:fs/promises';
import { areaOf } from '#contracts/areas.ts';
import { type EndpointShape, page } from '#contracts/endpoint.ts';
import { DOCS, FAVICON } from '#contracts/undocumented.ts';
import type { Facade } from '#server/facades/facade.ts';
import { shownAt } from '#server/platform/http/answer.ts';
import { fileRoute, type PageFile } from '#server/platform/http/files.ts';
import { openApi } from '#server/platform/http/openapi.ts';
import { JSON_TYPE } from '#server/platform/http/render.ts';
import { type Route, route, type ToldFailure } from '#server/platform/http/route.ts';
import { fillIn, guide, guideFile, pageFile } from './docs.guide.ts';
import { facesIn, look, preloads } from './docs.look.ts';
import { samplesOf } from './docs.samples.ts';
import type { ServedFacades } from './facades.ts';

export interface DocsOptions {
  readonly endpoints: readonly EndpointShape[];
  readonly publicUrl: string;
  readonly version: string;
  readonly examples: Readonly<Record<string, unknown>>;
  readonly facades: Pick<ServedFacades, 'all' | 'isServed'>;
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

const LICENSE = { name: 'MIT', identifier: 'MIT' };

const documentOf = ({ endpoints, publicUrl, version, examples }: DocsOptions) => ({
  ...openApi({
    endpoints,
    info: {
      title: 'Kinodex',
      version,
      summary: 'Movies, series and people as typed JSON.',
      description: guide(publicUrl),
      license: LICENSE,
    },
    server: publicUrl,
    examples,
    samples: (shape) => samplesOf(shape, publicUrl),
  }),
  'x-tagGroups': tagGroups(endpoints),
});

const facadeDocumentOf = (
  { shape, dialect }: Pick<Facade, 'shape' | 'dialect'>,
  { publicUrl, version, examples }: DocsOptions,
) =>
  openApi({
    endpoints: shape.endpoints,
    info: {
      title: `Kinodex for clients of ${shape.title}`,
      version,
      description: fillIn(guideFile(`facades/${shape.name}.md`).trim(), publicUrl),
      license: LICENSE,
    },
    server: publicUrl,
    examples,
    dialect,
  });

/** A document as the reference shows it: its address, and the security scheme that a reader's token is filled in for. */
interface Reference {
  readonly title: string;
  readonly document: string;
  readonly scheme: string;
}
const DATA_API: Reference = { title: 'Kinodex API', document: '/openapi.json', scheme: 'bearer' };

const referenceOf = (html: string, { title, document, scheme }: Reference): string =>
  html.replaceAll('{{title}}', title).replaceAll('{{document}}', document).replaceAll('{{scheme}}', scheme);

// Read when the product starts, as the site's files are: a build beside the running product changes nothing.
const facesNow = () => facesIn(new URL('assets/', SITE));

/** What a browser is shown at an address where nothing is. */
export const missingPage = (): ToldFailure => ({
  type: HTML,
  body: pageFile('missing.html', '', preloads(facesNow())),
  headers: PAGE_HEADERS,
});

/** `/docs`, `/docs/compare`, `/openapi.json`, the client and what agents read first. The files are read and compressed when somebody first asks. */
export const docsRoutes = (options: DocsOptions): readonly Route[] => {
  const faces = facesNow();
  const html = (name: string, path: string): string => pageFile(name, path, preloads(faces));
  const reference = (path: string, shown: Reference): string => referenceOf(html('page.html', path), shown);
  const headers = PAGE_HEADERS;
  const text = (type: string, make: () => string): PageFile => ({
    type,
    read: () => Buffer.from(make()),
    headers,
  });
  const files: Readonly<Record<(typeof DOCS)[number], PageFile>> = {
    '/docs': text(HTML, () => reference('/docs', DATA_API)),
    '/docs/compare': text(HTML, () => fillIn(html('compare.html', '/docs/compare'), options.publicUrl)),
    '/docs/look.css': text(STYLE, () => look(faces)),
    '/docs/scheme.js': text(SCRIPT, () => guideFile('scheme.js')),
    '/docs/site.js': text(SCRIPT, () => guideFile('site.js')),
    '/docs/init.js': text(SCRIPT, () => guideFile('init.js')),
    // The build puts it there (vite.config.ts); it is large, and most nodes are never asked for it.
    '/docs/scalar.js': { type: SCRIPT, read: () => readFile(new URL('.reference/scalar.js', SITE)), headers },
    '/docs/kinodex-client.tgz': {
      type: 'application/gzip',
      read: () => readFile(new URL('.client/kinodex-client.tgz', SITE)),
      headers,
    },
    '/llms.txt': text('text/markdown; charset=utf-8', () => fillIn(guideFile('llms.txt'), options.publicUrl)),
    '/favicon.svg': text('image/svg+xml', () => ICON),
    '/openapi.json': {
      ...text(JSON_TYPE, () => fillIn(JSON.stringify(documentOf(options)), options.publicUrl)),
      headers: { ...headers, 'Access-Control-Allow-Origin': '*' },
    },
  };
  const ofFacade = ({ shape, dialect }: Facade): readonly Route[] => {
    const [scheme = ''] = Object.keys(dialect.schemes);
    const title = `Kinodex for clients of ${shape.title}`;
    const isThere = (): boolean => options.facades.isServed(shape.name);
    const document = () => JSON.stringify(facadeDocumentOf({ shape, dialect }, options));
    const shown = { title, document: shape.document, scheme };
    return [
      fileRoute(shape.docs, { ...text(HTML, () => reference(shape.docs, shown)), isThere }),
      fileRoute(shape.document, { ...text(JSON_TYPE, () => fillIn(document(), options.publicUrl)), isThere }),
    ];
  };
  return [
    ...DOCS.map((path) => fileRoute(path, files[path])),
    ...options.facades.all.flatMap(ofFacade),
    route(page(FAVICON))(async () => shownAt('/favicon.svg')),
  ];
};
