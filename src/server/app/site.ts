import { randomBytes } from 'node:crypto';
import { existsSync, globSync, readFileSync } from 'node:fs';
import { extname, join, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { page } from '#contracts/endpoint.ts';
import { SCREENS } from '#contracts/undocumented.ts';
import { shownAt } from '#server/platform/http/answer.ts';
import { fileRoute, type PageFile } from '#server/platform/http/files.ts';
import { type Route, route } from '#server/platform/http/route.ts';

export interface SiteOptions {
  readonly publicUrl: string;
  /** Where the built site lies; first the clone's own. */
  readonly folder?: string;
}

/** Where `npm run build` puts the site. */
const SITE_FOLDER = fileURLToPath(new URL('../../../dist/site', import.meta.url));

/** Not every browser takes `'self'` for the live connection too, whose scheme is another one. */
const liveAddress = (publicUrl: string): string => new URL(publicUrl).origin.replace(/^http/, 'ws');

const policyOf = (publicUrl: string): string =>
  [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data: blob:",
    "font-src 'self'",
    `connect-src 'self' ${liveAddress(publicUrl)}`,
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
  (isSecure: boolean): NonNullable<PageFile['greet']> =>
  ({ headers }) => {
    if (XSRF_COOKIE.test(headers.cookie?.toString() ?? '')) return {};
    const value = randomBytes(32).toString('base64url');
    return {
      'Set-Cookie': `XSRF-TOKEN=${value}; Path=/; SameSite=Strict${isSecure ? '; Secure' : ''}`,
      'Cache-Control': 'private, no-cache',
    };
  };

/** Whoever shows a link to the site fetches its picture by a whole address. */
const withAddress = (page: Buffer, publicUrl: string): Buffer =>
  Buffer.from(page.toString('utf8').replaceAll('content="/card.png"', `content="${publicUrl}/card.png"`));

/** Screens stand behind the hash; whoever types their names without it is led there, with everything that was asked. */
const screenRoutes = (): readonly Route[] =>
  SCREENS.flatMap((screen) =>
    [page(screen), page(`${screen}/`)].map((shape) =>
      route(shape)(async (_input, { url }) => {
        const at = url.indexOf('?');
        return shownAt(`/#${screen}${at < 0 ? '' : url.slice(at)}`);
      }),
    ),
  );

/**
 * The pages of the site: `/` and what it loads. Its files are read here, plain and as the build has packed them, so that
 * a build beside a running product changes nothing until the next start. Without a built site `/` leads to the documentation.
 */
export const siteRoutes = ({ publicUrl, folder = SITE_FOLDER }: SiteOptions): readonly Route[] => {
  if (!existsSync(join(folder, 'index.html'))) return [route(page('/'))(async () => shownAt('/docs'))];
  const greet = giveXsrf(publicUrl.startsWith('https:'));
  const ofPage = {
    'Content-Security-Policy': policyOf(publicUrl),
    'Referrer-Policy': 'no-referrer',
    'X-Frame-Options': 'DENY',
    'Cross-Origin-Opener-Policy': 'same-origin',
    'Permissions-Policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
  };
  const files = globSync('**/*.*', { cwd: folder }).filter((one) => !one.startsWith('.'));
  return [
    ...screenRoutes(),
    ...files.map((name) => {
      const path = `/${name.split(sep).join('/')}` as const;
      const type = TYPES[extname(name)];
      if (type === undefined) throw new Error(`The site holds a file of an unknown kind: ${name}`);
      const bytes = readFileSync(join(folder, name));
      const read = (): Buffer => bytes;
      if (path === '/index.html')
        return fileRoute('/', { type, read: () => withAddress(bytes, publicUrl), headers: ofPage, greet });
      // The build writes a hash of the content into each of these names.
      const lasts = path.startsWith('/assets/');
      const packed = join(folder, '.packed', `${name}.br`);
      return fileRoute(path, {
        type,
        read,
        br: existsSync(packed) ? readFileSync(packed) : undefined,
        headers: lasts ? { 'Cache-Control': `public, max-age=${YEAR_S}, immutable` } : {},
      });
    }),
  ];
};
