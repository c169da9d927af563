import { execFile, spawnSync } from 'node:child_process';
import { cpSync, globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { delimiter, extname, join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openBrowser } from '#test/support/browser.ts';
import { testDatabase } from '#test/support/database.ts';
import { type Listening, productListening } from '#test/support/listening.ts';
import { PATIENCE } from '#test/support/patience.ts';

/** kinodex-client as somebody installs it: from its package, into an empty folder, in each of its runtimes. */

const ROOT = join(import.meta.dirname, '..', '..');
const CONSUMER = join(import.meta.dirname, 'consumer');
const run = (command: string, args: readonly string[], cwd: string) =>
  promisify(execFile)(command, [...args], { cwd, timeout: PATIENCE });

const db = await testDatabase('sample');
const folder = mkdtempSync(join(tmpdir(), 'kinodex client '));
const home = join(folder, 'node_modules', 'kinodex-client');
let product: Listening;

beforeAll(async () => {
  const [{ stdout }] = await Promise.all([
    run('npm', ['pack', '--json', '--pack-destination', folder], join(ROOT, 'client')),
    productListening(db).then((listening) => {
      product = listening;
    }),
  ]);
  const [packed] = Object.values(JSON.parse(stdout)) as { filename: string }[];
  writeFileSync(join(folder, 'package.json'), '{ "type": "module", "private": true }\n');
  cpSync(join(CONSUMER, 'types.txt'), join(folder, 'types.txt'));
  cpSync(join(CONSUMER, 'story.txt'), join(folder, 'story.js'));
  await run('npm', ['install', '--offline', '--no-audit', '--no-fund', join(folder, packed?.filename ?? '')], folder);
  writeFileSync(
    join(folder, 'main.js'),
    "import { story } from './story.js';\nconst [baseUrl, token] = (globalThis.Deno?.args ?? process.argv.slice(2));\nconsole.log(JSON.stringify(await story(baseUrl, token)));\n",
  );
});
afterAll(async () => {
  await product?.close();
  rmSync(folder, { recursive: true, force: true });
});

const TOLD = {
  movie: ['The Godfather', 1972, true],
  again: ['The Godfather', 0],
  quota: 100_000,
  crime: [true, true, true],
  found: [true, 0],
  many: [501, 'The Godfather', 'Al Pacino'],
  cursor: true,
  change: 'tt0068646',
  picture: ['image/webp', true],
  refused: [true, 'name_unknown', 404, 'string'],
  stopped: 'enough',
  health: 'UP',
};

const tells = async (command: string, ...args: readonly string[]): Promise<unknown> =>
  JSON.parse((await run(command, [...args, 'main.js', product.origin, product.token], folder)).stdout);

/** A Node.js of before 24 among the programs of this machine. */
const olderNode = (): string | undefined =>
  (process.env.PATH ?? '')
    .split(delimiter)
    .map((place) => join(place, 'node'))
    .find((program) => /^v2[0-3]\./.test(spawnSync(program, ['--version'], { encoding: 'utf8' }).stdout ?? ''));

describe('the package', () => {
  it('holds what runs and its types, needs nothing else, and says that importing it does nothing', () => {
    const files = globSync('**/*.*', { cwd: home }).filter((file) => !/^dist\/[\w.]+\.(?:js|d\.ts)$/.test(file));
    expect(files.toSorted()).toEqual(['README.md', 'package.json']);
    const described = JSON.parse(readFileSync(join(home, 'package.json'), 'utf8'));
    expect(described).toMatchObject({ type: 'module', sideEffects: false });
    expect(Object.keys(described).filter((key) => /dependencies/i.test(key))).toEqual([]);
    expect(globSync('node_modules/*', { cwd: folder })).toEqual(['node_modules/kinodex-client']);
  });

  it.each([
    ['nodenext', 'nodenext'],
    ['esnext', 'bundler'],
  ])('has types that are kept to by a compiler with %s modules found by %s', async (module, moduleResolution) => {
    const source = readFileSync(join(folder, 'types.txt'), 'utf8');
    const file = join(folder, `types-${module}.ts`);
    writeFileSync(file, source);
    const strict = ['--strict', '--exactOptionalPropertyTypes', '--noUncheckedIndexedAccess', '--noEmit'];
    const where = ['--target', 'es2022', '--lib', 'es2023,dom', '--types', '', '--ignoreConfig'];
    const found = ['--module', module, '--moduleResolution', moduleResolution];
    const { stdout } = await run(
      process.execPath,
      [join(ROOT, 'node_modules/typescript/bin/tsc'), '--pretty', 'false', ...strict, ...where, ...found, file],
      folder,
    ).catch((error: { stdout: string }) => error);
    const faults = [...stdout.matchAll(/^(\S+)\((\d+),\d+\): error/gm)].map(([, where, line]) => `${where}:${line}`);
    const wrong = source
      .split('\n')
      .flatMap((line, at) => (line.endsWith('// wrong') ? [`types-${module}.ts:${at + 1}`] : []));
    expect([...new Set(faults)]).toEqual(wrong);
    expect(wrong.length).toBeGreaterThan(12);
  });
});

describe('the installed client', () => {
  it('calls the product from Node.js', async () => {
    expect(await tells(process.execPath)).toEqual(TOLD);
  });

  const older = olderNode();
  if (older === undefined) console.log("skipped: the machine's own Node.js is no older one to try the client on");
  it.skipIf(older === undefined)("calls it from the machine's own, older Node.js", async () => {
    expect(await tells(older ?? '')).toEqual(TOLD);
  });

  it('calls it from a page of another origin and from a worker, in a browser', async () => {
    const types: Readonly<Record<string, string>> = { '.js': 'text/javascript', '.html': 'text/html' };
    const server = createServer((request, response) => {
      const name = new URL(request.url ?? '', 'http://x').pathname;
      try {
        const body = readFileSync(join(folder, name));
        response.writeHead(200, { 'Content-Type': types[extname(name)] ?? 'text/plain' }).end(body);
      } catch {
        response.writeHead(404).end();
      }
    });
    const map = JSON.stringify({ imports: { 'kinodex-client': '/node_modules/kinodex-client/dist/index.js' } });
    writeFileSync(join(folder, 'page.html'), `<!doctype html><script type="importmap">${map}</script>`);
    // Workers know no import map.
    mkdirSync(join(folder, 'worker'));
    const inWorker = readFileSync(join(folder, 'story.js'), 'utf8').replace(
      "'kinodex-client'",
      "'/node_modules/kinodex-client/dist/index.js'",
    );
    writeFileSync(
      join(folder, 'worker', 'main.js'),
      `${inWorker}\nonmessage = async ({ data }) => postMessage(await story(...data));\n`,
    );
    await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
    const browser = await openBrowser();
    try {
      const page = await browser.newPage();
      await page.goto(`http://127.0.0.1:${(server.address() as AddressInfo).port}/page.html`);
      const given = JSON.stringify([product.origin, product.token]);
      const inPage = `import('/story.js').then(({ story }) => story(...${given}))`;
      expect(await page.evaluate(inPage)).toEqual(TOLD);
      const inside = `new Promise((resolve, reject) => {
        const worker = new Worker('/worker/main.js', { type: 'module' });
        worker.onmessage = ({ data }) => resolve(data);
        worker.onerror = ({ message }) => reject(new Error(message));
        worker.postMessage(${given});
      })`;
      expect(await page.evaluate(inside)).toEqual(TOLD);
    } finally {
      await browser.close();
      server.close();
    }
  });
});

/** Deno as its packages on the registry carry it: a program and no script that runs at its installation. */
const DENO = '2.9.6';

const deno = async (): Promise<string | null> => {
  const name = `@deno/linux-${process.arch}-glibc`;
  const apart = join(folder, 'deno');
  mkdirSync(apart);
  writeFileSync(join(apart, 'package.json'), '{}');
  const quietly = ['--ignore-scripts', '--no-audit', '--no-fund', '--prefer-offline', '--fetch-retries=0'];
  const install = ['install', ...quietly, `${name}@${DENO}`];
  const isThere = await run('npm', install, apart).then(
    () => true,
    () => false,
  );
  return isThere ? join(apart, 'node_modules', name, 'deno') : null;
};

it('the installed client calls the product from Deno, which checks its types', async (test) => {
  const program = await deno();
  if (program === null) {
    console.log('skipped: Deno cannot be had from the registry here');
    test.skip();
    return;
  }
  const host = new URL(product.origin).host;
  expect(await tells(program, 'run', '--no-remote', `--allow-net=${host}`, '--node-modules-dir=manual')).toEqual(TOLD);
  const right = readFileSync(join(folder, 'types.txt'), 'utf8').replace(/^.*\/\/ wrong$/gm, '');
  writeFileSync(join(folder, 'checked.ts'), right);
  await run(program, ['check', '--no-remote', '--node-modules-dir=manual', 'checked.ts'], folder);
});
