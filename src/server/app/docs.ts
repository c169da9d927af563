import { hash } from 'node:crypto';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import type { EndpointShape } from '#contracts/endpoint.ts';
import { openApi } from '#server/platform/http/openapi.ts';
import { chooseEncoding, type Encoding, matches } from '#server/platform/http/render.ts';

export interface DocsOptions {
  readonly endpoints: readonly EndpointShape[];
  readonly publicUrl: string;
  readonly version: string;
  readonly examples: Readonly<Record<string, unknown>>;
}

const ABOUT = `Movies, series and people as typed JSON.

Send your API token as \`Authorization: Bearer …\`, \`X-API-KEY\` or \`?token=\`. Every answer is an envelope \`{code, data, error, page, total, regs}\`; \`code\` is the HTTP status. What is not known is \`null\`. A failed answer carries a \`reason\` from a closed list and \`details\`. Keep the \`ETag\` of an answer and send it as \`If-None-Match\`: a 304 costs nothing.`;

const POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; font-src 'self' data:; connect-src 'self'; worker-src 'self' blob:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

const PAGE = `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>Kinodex API</title><link rel="icon" href="/favicon.svg"></head>
<body><div id="app"></div><noscript>The documentation needs JavaScript; the same is told by <a href="/openapi.json">openapi.json</a>.</noscript>
<script src="/docs/scalar.js"></script><script src="/docs/init.js"></script></body>
</html>`;

/** The cue mark: the dot that announces a change of reels. */
const ICON = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="6" fill="#161615"/><circle cx="22" cy="10" r="5" fill="#f7f7f4"/></svg>`;

/** Nothing of the page asks another origin for anything. */
const INIT = `Scalar.createApiReference('#app', {
  url: '/openapi.json', withDefaultFonts: false, telemetry: false, agent: { disabled: true }, mcp: { disabled: true },
  hideClientButton: true, proxyUrl: '', showDeveloperTools: 'never', authentication: { preferredSecurityScheme: 'bearer' }, defaultHttpClient: { targetKey: 'shell', clientKey: 'curl' },
});`;

interface Resource {
  readonly type: string;
  readonly make: () => Buffer | Promise<Buffer>;
}

/** The reference's script stands inside its Fastify plugin: it is taken out of a server that nobody else sees. */
const scalarScript = async (): Promise<Buffer> => {
  const { default: plugin } = await import('@scalar/fastify-api-reference');
  const inside = Fastify();
  await inside.register(plugin, { routePrefix: '/reference', configuration: { url: '/openapi.json' } });
  const { rawPayload } = await inside.inject('/reference/js/scalar.js');
  await inside.close();
  return rawPayload;
};

interface Packed {
  readonly bytes: Buffer;
  readonly etag: string;
}

const pack = async (make: Resource['make'], encoding: Encoding): Promise<Packed> => {
  const plain = await make();
  const bytes =
    encoding === 'br'
      ? brotliCompressSync(plain, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } })
      : encoding === 'gzip'
        ? gzipSync(plain)
        : plain;
  return { bytes, etag: `"${hash('sha1', bytes, 'base64url').slice(0, 20)}"` };
};

/** `/docs` and `/openapi.json`. The files are read and compressed when somebody first asks. */
export const registerDocs = (app: FastifyInstance, options: DocsOptions): void => {
  const document = () =>
    openApi({
      endpoints: options.endpoints,
      info: {
        title: 'Kinodex',
        version: options.version,
        description: ABOUT,
        license: { name: 'MIT', identifier: 'MIT' },
      },
      server: options.publicUrl,
      examples: options.examples,
    });
  const resources: Readonly<Record<string, Resource>> = {
    '/docs': { type: 'text/html; charset=utf-8', make: () => Buffer.from(PAGE) },
    '/favicon.svg': { type: 'image/svg+xml', make: () => Buffer.from(ICON) },
    '/docs/init.js': { type: 'text/javascript; charset=utf-8', make: () => Buffer.from(INIT) },
    '/docs/scalar.js': { type: 'text/javascript; charset=utf-8', make: scalarScript },
    '/openapi.json': { type: 'application/json; charset=utf-8', make: () => Buffer.from(JSON.stringify(document())) },
  };
  const kept = new Map<string, Promise<Packed>>();
  const packed = (path: string, encoding: Encoding, { make }: Resource): Promise<Packed> => {
    const key = `${path} ${encoding}`;
    const made = kept.get(key) ?? pack(make, encoding);
    kept.set(key, made);
    return made;
  };
  const answer = (path: string, resource: Resource) => async (request: FastifyRequest, reply: FastifyReply) => {
    const encoding = chooseEncoding(request.headers['accept-encoding']);
    const { bytes, etag } = await packed(path, encoding, resource);
    reply.headers({
      'Content-Type': resource.type,
      'Content-Security-Policy': POLICY,
      'X-Content-Type-Options': 'nosniff',
      'Referrer-Policy': 'no-referrer',
      'Cache-Control': 'no-cache',
      Vary: 'Accept-Encoding',
      ETag: etag,
    });
    if (path === '/openapi.json') reply.header('Access-Control-Allow-Origin', '*');
    if (matches(request.headers['if-none-match'], etag)) return reply.code(304).send();
    if (encoding !== 'identity') reply.header('Content-Encoding', encoding);
    return reply.send(bytes);
  };
  for (const [path, resource] of Object.entries(resources)) app.get(path, answer(path, resource));
  app.get('/', (_request, reply) => reply.redirect('/docs', 302));
};
