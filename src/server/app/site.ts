import { randomBytes } from 'node:crypto';
import { existsSync, globSync, readFileSync } from 'node:fs';
import { extname, join, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { PAGES } from '#contracts/pages.ts';
import { serveFile } from '#server/platform/http/files.ts';

export interface SiteOptions {
  readonly publicUrl: string;
  /** Where the built site lies; first the clone's own. */
  readonly folder?: string;
}

/** Where `npm run build` puts the site. */
const SITE_FOLDER = fileURLToPath(new URL('../../../dist/site', import.meta.url));

const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data: blob:",
  "font-src 'self'",
  "connect-src 'self'",
  "manifest-src 'self'",
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
  "object-src 'none'",
].join('; ');

/** How long a file may be kept whose name changes with its content, in seconds. */
const YEAR_S = 31_536_000;

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.webp': 'image/webp',
  '.ico': 'image/x-icon',
  '.txt': 'text/plain; charset=utf-8',
  '.woff2': 'font/woff2',
  '.woff': 'font/woff',
};

const XSRF_COOKIE = /(?:^|;\s*)XSRF-TOKEN=[\w-]{43}(?:;|$)/;

/** Gives a browser its anti-forgery value with the page; scripts of the page read it and send it back as a header. */
const giveXsrf =
  (isSecure: boolean) =>
  (request: FastifyRequest, reply: FastifyReply): void => {
    if (XSRF_COOKIE.test(request.headers.cookie ?? '')) return;
    const value = randomBytes(32).toString('base64url');
    reply.headers({
      'Set-Cookie': `XSRF-TOKEN=${value}; Path=/; SameSite=Strict${isSecure ? '; Secure' : ''}`,
      'Cache-Control': 'private, no-cache',
    });
  };

/** Whoever shows a link to the site fetches its picture by a whole address. */
const withAddress = (page: Buffer, publicUrl: string): Buffer =>
  Buffer.from(page.toString('utf8').replaceAll('content="/card.png"', `content="${publicUrl}/card.png"`));

/** Screens stand behind the hash; whoever types their names without it is led there, with everything that was asked. */
const leadToScreens = (app: FastifyInstance): void => {
  const lead = ({ url, routeOptions }: FastifyRequest, reply: FastifyReply): FastifyReply => {
    const at = url.indexOf('?');
    const screen = (routeOptions.url ?? '').replace(/\/$/, '');
    return reply.redirect(`/#${screen}${at < 0 ? '' : url.slice(at)}`, 302);
  };
  for (const screen of [...Object.keys(PAGES), '/admin']) {
    if (screen === '/') continue;
    app.get(screen, lead);
    app.get(`${screen}/`, lead);
  }
};

/**
 * The pages of the site: `/` and what it loads. Its files are read here, so that a build beside a running product
 * changes nothing until the next start. Without a built site `/` leads to the documentation.
 */
export const registerSite = (app: FastifyInstance, { publicUrl, folder = SITE_FOLDER }: SiteOptions): void => {
  if (!existsSync(join(folder, 'index.html'))) {
    app.get('/', (_request, reply) => reply.redirect('/docs', 302));
    return;
  }
  const isSecure = publicUrl.startsWith('https:');
  const page = {
    'Content-Security-Policy': POLICY,
    'Referrer-Policy': 'no-referrer',
    'X-Frame-Options': 'DENY',
    'Cross-Origin-Opener-Policy': 'same-origin',
    'Permissions-Policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
  };
  const greet = giveXsrf(isSecure);
  leadToScreens(app);
  for (const name of globSync('**/*.*', { cwd: folder }).filter((one) => !one.startsWith('.'))) {
    const path = `/${name.split(sep).join('/')}`;
    const type = TYPES[extname(name)];
    if (type === undefined) throw new Error(`The site holds a file of an unknown kind: ${name}`);
    const bytes = readFileSync(join(folder, name));
    const read = (): Buffer => bytes;
    if (path === '/index.html')
      serveFile(app, '/', { type, read: () => withAddress(bytes, publicUrl), headers: page, greet });
    // The build writes a hash of the content into each of these names.
    else if (path.startsWith('/assets/'))
      serveFile(app, path, {
        type,
        read,
        headers: { 'Cache-Control': `public, max-age=${YEAR_S}, immutable` },
      });
    else serveFile(app, path, { type, read, headers: {} });
  }
};
