import { globSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { defineConfig, type Plugin } from 'vite';

/**
 * What `kinodex serve` runs: the server with its packages in a few files, which load in half the time of a thousand. Names
 * and lines are left readable. The root is a clone, where the launcher names the folder, or a package, whose sources are
 * JavaScript (scripts/make-package.ts).
 */
const MADE = 'dist/server';

/** The server finds files beside its sources: there `import.meta` goes on saying where these are. */
const sourcePlaces = (): Plugin => {
  let root = '';
  return {
    name: 'source-places',
    configResolved: (config) => {
      root = config.root;
    },
    transform: {
      filter: { id: /\/src\/(?:cli|contracts|server)\//, code: 'import.meta' },
      handler(code, id) {
        if (/import\.meta\b(?!\.(?:url|dirname)\b)/.test(code)) this.error(`${id} asks import.meta for something else`);
        const place = (file: string) => `new URL(${JSON.stringify(relative(join(root, MADE), file))}, import.meta.url)`;
        return code.replaceAll(/import\.meta\.(?:url|dirname)/g, (asked) =>
          asked.endsWith('url')
            ? `${place(id)}.href`
            : `process.getBuiltinModule('node:url').fileURLToPath(${place(dirname(id))})`,
        );
      },
    },
  };
};

/** What is copied from packages comes with their licences; some have no file of it and name it only. */
const licences = (): Plugin => ({
  name: 'licences',
  generateBundle() {
    const folders = [...this.getModuleIds()].map((id) => /^.*\/node_modules\/(?:@[^/]+\/)?[^/]+/.exec(id)?.[0] ?? '');
    const texts = [...new Set(folders)].filter(Boolean).map((folder) => {
      const { name, version, license, author } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
      const [file] = globSync('{LICEN[CS]E,licen[cs]e}*', { cwd: folder });
      const text = file && readFileSync(join(folder, file), 'utf8').trim();
      return `${name} ${version}\n\n${text ?? `${license}, ${author?.name ?? author ?? 'its authors'}`}\n`;
    });
    this.emitFile({ type: 'asset', fileName: 'LICENSES', source: texts.sort().join('\n\n') });
  },
});

export default defineConfig({
  publicDir: false,
  plugins: [sourcePlaces(), licences()],
  ssr: { noExternal: true, external: ['@node-rs/argon2', 'sharp'] },
  build: {
    ssr: true,
    outDir: MADE,
    emptyOutDir: true,
    target: 'node24',
    minify: false,
    rolldownOptions: { output: { entryFileNames: '[name].js', chunkFileNames: '[name]-[hash].js' } },
  },
});
