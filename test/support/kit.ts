import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import mantine from 'postcss-preset-mantine';
import { build } from 'vite';

const ROOT = fileURLToPath(new URL('../../src/web', import.meta.url));
const TYPES: Readonly<Record<string, string>> = { js: 'text/javascript', css: 'text/css', html: 'text/html' };

/** The page of src/web/ui/kit.fixture.tsx, by the paths of its files. It is no part of the site. */
export const buildKit = async (): Promise<ReadonlyMap<string, { readonly body: string; readonly type: string }>> => {
  const result = await build({
    root: ROOT,
    configFile: false,
    logLevel: 'warn',
    publicDir: false,
    plugins: [react()],
    css: { postcss: { plugins: [mantine()] } },
    build: { write: false, modulePreload: false, rolldownOptions: { input: `${ROOT}/ui/kit.fixture.tsx` } },
  });
  const made = [result].flat().flatMap((one) => ('output' in one ? one.output : []));
  const files = made.map((file) => {
    const body = file.type === 'chunk' ? file.code : String(file.source);
    return [`/${file.fileName}`, { body, type: TYPES[file.fileName.split('.').at(-1) ?? ''] ?? 'font/woff2' }] as const;
  });
  const links = made.map((file) => {
    if (file.fileName.endsWith('.css')) return `<link rel="stylesheet" href="/${file.fileName}">`;
    return file.type === 'chunk' && file.isEntry ? `<script type="module" src="/${file.fileName}"></script>` : '';
  });
  const page = `<!doctype html><html lang="en"><meta name="viewport" content="width=device-width"><title>Kit</title>${links.join('')}<body></body></html>`;
  return new Map([...files, ['/', { body: page, type: 'text/html' }]]);
};
