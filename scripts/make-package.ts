/**
 * Makes dist/package, what an installed Kinodex runs: the server and the command line as JavaScript, since Node.js strips
 * no types below node_modules, laid out as the clone is. `npm pack` runs this (`prepack`).
 */
import { cpSync, globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { stripTypeScriptTypes } from 'node:module';
import { dirname, join } from 'node:path';
import { build, parseSync } from 'vite';

const ROOT = join(import.meta.dirname, '..');
const MADE = join(ROOT, 'dist', 'package');

const isWanted = (file: string): boolean => !/\.(?:test|fixture)\.ts$|(?:^|\/)tsconfig\.json$/.test(file);

/** The source without its types, each line where it was, importing the other files by their new names. */
const asJavaScript = (file: string, source: string): string => {
  const { module } = parseSync(file, source);
  const names = [
    ...module.staticImports.map(({ moduleRequest }) => moduleRequest),
    ...module.staticExports.flatMap(({ entries }) => entries.flatMap(({ moduleRequest }) => moduleRequest ?? [])),
    ...module.dynamicImports.map(({ moduleRequest }) => moduleRequest),
  ];
  let text = source;
  // .ts and .js are equally long, so that no place moves.
  for (const { start, end } of names)
    text =
      text.slice(0, start) + text.slice(start, end).replace(/^(['"][.#].*)\.ts(['"])$/, '$1.js$2') + text.slice(end);
  return stripTypeScriptTypes(text);
};

rmSync(MADE, { recursive: true, force: true });
for (const file of globSync('src/{contracts,server,cli}/**/*.*', { cwd: ROOT }).filter(isWanted)) {
  const to = join(MADE, file.replace(/\.ts$/, '.js'));
  mkdirSync(dirname(to), { recursive: true });
  if (file.endsWith('.ts')) writeFileSync(to, asJavaScript(file, readFileSync(join(ROOT, file), 'utf8')));
  else cpSync(join(ROOT, file), to);
}
for (const folder of ['migrations', 'dist/site']) cpSync(join(ROOT, folder), join(MADE, folder), { recursive: true });

const { name, version, license, type, imports } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'));
writeFileSync(
  join(MADE, 'package.json'),
  `${JSON.stringify({ name, version, license, private: true, type, imports: { '#contracts/*': imports['#contracts/*'], '#server/*': imports['#server/*'] } }, null, 2)}\n`,
);

process.env.NODE_ENV = 'production';
await build({
  root: MADE,
  configFile: join(ROOT, 'vite.server.config.ts'),
  logLevel: 'warn',
  build: { ssr: 'src/cli/main.js' },
});
