import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { brotliCompress, constants } from 'node:zlib';
import reference from '@scalar/fastify-api-reference';
import react from '@vitejs/plugin-react';
import fastify from 'fastify';
import mantine from 'postcss-preset-mantine';
import { build, defineConfig, type Plugin, type UserConfig } from 'vite';

/** What both builds share: the names of the classes must be the same. */
const common = {
  root: 'src/web',
  base: '/',
  css: { postcss: { plugins: [mantine()] } },
} satisfies UserConfig;

/** Runs src/web/app/first-view.tsx, which has to be built before Node.js can read it. */
const firstViewMarkup = async (): Promise<string> => {
  const result = await build({
    ...common,
    configFile: false,
    plugins: [react()],
    publicDir: false,
    logLevel: 'warn',
    build: { ssr: 'app/first-view.tsx', write: false },
  });
  const code = [result].flat().flatMap((one) => ('output' in one ? one.output : []));
  // Where it finds the packages that it imports.
  const folder = mkdtempSync(join(import.meta.dirname, 'node_modules', '.first-view-'));
  try {
    for (const file of code) if (file.type === 'chunk') writeFileSync(join(folder, file.fileName), file.code);
    const entry = code.find((file) => file.type === 'chunk' && file.isEntry)?.fileName ?? '';
    const made: { firstView: () => string } = await import(pathToFileURL(join(folder, entry)).href);
    return made.firstView();
  } finally {
    rmSync(folder, { recursive: true });
  }
};

const ENTRY = / *<script type="module" crossorigin src="([^"]+)"><\/script>\n/;

/**
 * Writes the first view of the first page into the page itself, so that it is there before any script has come, and
 * leaves it to begin.js to begin the script once that has been painted.
 */
const firstView = (): Plugin => ({
  name: 'first-view',
  apply: 'build',
  transformIndexHtml: {
    order: 'post',
    handler: async (page) => {
      const [whole, address] = ENTRY.exec(page) ?? [];
      if (whole === undefined) throw new Error('The page has no entry script');
      const markup = await firstViewMarkup();
      return page
        .replace(whole, '')
        .replace(
          '</head>',
          `  <script defer src="/begin.js" data-app="${address}"></script>\n    <link rel="modulepreload" crossorigin href="${address}">\n  </head>`,
        )
        .replace('<div id="first-view"></div>', () => `<div id="first-view">${markup}</div>`);
    },
  },
});

/** Scalar's script stands inside its Fastify plugin: it is taken out of a server that nobody else sees. */
const scalarScript = async (): Promise<Buffer> => {
  const inside = fastify();
  await inside.register(reference, { routePrefix: '/reference', configuration: { url: '/openapi.json' } });
  const { rawPayload } = await inside.inject('/reference/js/scalar.js');
  await inside.close();
  return rawPayload;
};

/** Puts what /docs shows the API with, and its licence, beside the site, so that no server needs the package itself. */
const referenceScript = (): Plugin => ({
  name: 'reference-script',
  apply: 'build',
  async generateBundle() {
    const licence = join(createRequire(import.meta.url).resolve('@scalar/fastify-api-reference'), '../../LICENSE');
    this.emitFile({ type: 'asset', fileName: '.reference/scalar.js', source: await scalarScript() });
    this.emitFile({ type: 'asset', fileName: '.reference/LICENSE', source: readFileSync(licence) });
  },
});

/** Puts the package of kinodex-client beside the site, for the product to give out: the one that fits it. */
const clientPackage = (): Plugin => ({
  name: 'client-package',
  apply: 'build',
  generateBundle() {
    const folder = mkdtempSync(join(tmpdir(), 'kinodex-client-'));
    try {
      const cwd = join(import.meta.dirname, 'client');
      execFileSync('npm', ['pack', '--silent', '--pack-destination', folder], { cwd, stdio: ['ignore', 'ignore', 2] });
      const [made = ''] = readdirSync(folder);
      this.emitFile({
        type: 'asset',
        fileName: '.client/kinodex-client.tgz',
        source: readFileSync(join(folder, made)),
      });
    } finally {
      rmSync(folder, { recursive: true });
    }
  },
});

const brotli = promisify(brotliCompress);

/** Puts what a browser loads of the site beside it packed, so that nobody who asks first after a start waits for that. */
const packedFiles = (): Plugin => ({
  name: 'packed-files',
  apply: 'build',
  async writeBundle({ dir = '' }) {
    const names = readdirSync(join(dir, 'assets')).filter((name) => /\.(?:js|css|svg)$/.test(name));
    mkdirSync(join(dir, '.packed/assets'), { recursive: true });
    const pack = async (name: string): Promise<void> => {
      const bytes = readFileSync(join(dir, 'assets', name));
      const params = { [constants.BROTLI_PARAM_QUALITY]: 10, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length };
      writeFileSync(join(dir, '.packed/assets', `${name}.br`), await brotli(bytes, { params }));
    };
    await Promise.all(names.map(pack));
  },
});

/** The site: sources in src/web, files to serve in dist/site (kinodex.mjs builds beside it and renames). */
export default defineConfig({
  ...common,
  plugins: [react(), firstView(), referenceScript(), clientPackage(), packedFiles()],
  // Everything is a file of its own: the content policy allows neither inline scripts nor data: fonts.
  build: {
    outDir: '../../dist/site',
    emptyOutDir: true,
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    // In kB; test/web/weight.test.ts bounds what is sent.
    chunkSizeWarningLimit: 1_000,
    // What the first page needs comes as two scripts, the packages and ours, which begin.js runs one after the other: one
    // would keep a phone from answering for too long, and forty small ones cost it a second of waiting.
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            { name: 'packages', tags: ['$initial'], test: /node_modules/, priority: 1 },
            { name: 'first', tags: ['$initial'] },
          ],
        },
      },
    },
  },
});
