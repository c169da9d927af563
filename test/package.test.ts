import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  cpSync,
  existsSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { freePort } from './support/cli.ts';
import { PATIENCE } from './support/patience.ts';

/** The product where nothing for developers is installed: as a package, and as a clone in production. */

const ROOT = join(import.meta.dirname, '..');
const parent = mkdtempSync(join(tmpdir(), 'kinodex package '));
chmodSync(parent, 0o755);
const children: ChildProcess[] = [];
afterAll(async () => {
  for (const child of children)
    if (child.exitCode === null && child.signalCode === null) {
      child.kill('SIGTERM');
      await once(child, 'exit');
    }
  rmSync(parent, { recursive: true, force: true });
});

interface Locked {
  readonly version?: string;
  readonly dev?: boolean;
  readonly optional?: boolean;
}
const { packages } = JSON.parse(readFileSync(join(ROOT, 'package-lock.json'), 'utf8')) as {
  packages: Readonly<Record<string, Locked>>;
};

/** What `npm ci --omit=dev` would install, as links to what this clone has. */
const installRuntime = (folder: string): void => {
  const there = Object.entries(packages).filter(
    ([path, { dev }]) => /^node_modules\/(?:@[^/]+\/)?[^/]+$/.test(path) && !dev && existsSync(join(ROOT, path)),
  );
  for (const [path] of there) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    symlinkSync(join(ROOT, path), join(folder, path));
  }
  const runtime = Object.fromEntries(Object.entries(packages).filter(([path, { dev }]) => path !== '' && !dev));
  writeFileSync(join(folder, 'node_modules', '.package-lock.json'), JSON.stringify({ packages: runtime }));
};

const environment = (settings: Readonly<Record<string, string>>) => ({
  PATH: process.env.PATH ?? '',
  HOME: process.env.HOME ?? '/',
  LOG_LEVEL: 'warn',
  ...settings,
});
type Settings = Readonly<Record<string, string>>;

const runs = (script: string, cwd: string, settings: Settings, ...args: string[]) =>
  promisify(execFile)(process.execPath, [script, ...args], { cwd, env: environment(settings), timeout: PATIENCE });

/** The script that a process has Node.js run in its place. */
const scriptBelow = (pid: number | undefined): string => {
  const child = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim();
  const command = readFileSync(`/proc/${child}/cmdline`, 'utf8').split('\0');
  return command.find((word) => /main\.[jt]s$/.test(word)) ?? '';
};

/** Starts the product and waits until it answers; returns what it said, and what serves. */
const serves = async (script: string, cwd: string, settings: Settings) => {
  const child = spawn(process.execPath, [script, 'serve'], { cwd, env: environment(settings) });
  children.push(child);
  let said = '';
  const answers = new Promise<void>((resolve, reject) => {
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (text: Buffer) => {
        said += text;
        if (said.includes('Kinodex answers at')) resolve();
      });
    child.once('exit', (code) => reject(new Error(`the product ended with ${code}: ${said}`)));
  });
  await answers;
  return { said, file: relative(dirname(script), scriptBelow(child.pid)) };
};

const statusOf = async (url: string, token?: string): Promise<number> => {
  const answer = await fetch(url, token === undefined ? {} : { headers: { authorization: `Bearer ${token}` } });
  await answer.arrayBuffer();
  return answer.status;
};

describe('the package', () => {
  const folder = join(parent, 'installed');
  const home = join(folder, 'node_modules', 'kinodex');
  const script = join(home, 'kinodex.mjs');

  beforeAll(async () => {
    mkdirSync(home, { recursive: true });
    installRuntime(folder);
    // Of whoever has filled it in.
    const filled = join(ROOT, 'deploy', 'compose', '.env');
    const isOurs = !existsSync(filled);
    if (isOurs) writeFileSync(filled, 'KINODEX_SECRET=\n');
    const { stdout } = await promisify(execFile)('npm', ['pack', '--json', '--pack-destination', parent], {
      cwd: ROOT,
    }).finally(() => isOurs && rmSync(filled));
    const made = Object.values(JSON.parse(stdout)) as { filename: string }[];
    await promisify(execFile)('tar', [
      'xzf',
      join(parent, made[0]?.filename ?? ''),
      '-C',
      home,
      '--strip-components=1',
    ]);
  });

  it('holds what runs, and nothing that tests or builds it', () => {
    const files = globSync('**/*', { cwd: home });
    expect(files).toEqual(
      expect.arrayContaining([
        'LICENSE',
        'README.md',
        'kinodex.mjs',
        join('launcher', 'run.mjs'),
        join('docs', 'operating.md'),
        join('dist', 'package', 'dist', 'server', 'LICENSES'),
      ]),
    );
    expect(
      files.filter((file) => /\.tsx?$|\.test\.|\.fixture\.|(?:^|\/)(?:test|bench|scripts|web)(?:\/|$)/.test(file)),
    ).toEqual([]);
  });

  it('holds what its guides lead to, and no settings of an installation', () => {
    expect(globSync('deploy/compose/.env*', { cwd: home })).toEqual([join('deploy', 'compose', '.env.example')]);
    const guides = globSync(['README.md', 'docs/**/*.md'], { cwd: home });
    expect(guides.length).toBeGreaterThan(20);
    const dead = guides.flatMap((guide) =>
      [...readFileSync(join(home, guide), 'utf8').matchAll(/\]\((?!https?:|#)([^)#\s]+)/g)]
        .map(([, link = '']) => join(dirname(guide), link))
        .filter((path) => !existsSync(join(home, path))),
    );
    expect(dead).toEqual([]);
  });

  it('serves, makes tokens and imports from an empty folder, where it keeps its data', async () => {
    const port = String(await freePort());
    expect((await serves(script, folder, { PORT: port })).file).toBe('dist/package/dist/server/main.js');
    const origin = `http://127.0.0.1:${port}`;
    const { stdout } = await runs(script, folder, {}, 'token', 'create', '--email', 'me@example.org');
    expect(await statusOf(`${origin}/api/v1/movie/tt0068646`, stdout.trim())).toBe(200);
    const paths = ['/', '/docs', '/docs/scalar.js', '/docs/kinodex-client.tgz', '/llms.txt', '/openapi.json'];
    for (const path of [...paths, '/api/public/image/tt0068646?w=92'])
      expect([path, await statusOf(origin + path)]).toEqual([path, 200]);

    const data = join(folder, 'imdb');
    mkdirSync(data);
    const head = 'tconst\ttitleType\tprimaryTitle\toriginalTitle\tisAdult\tstartYear\tendYear\truntimeMinutes\tgenres';
    const row = 'tt9900001\tmovie\tAn Invented Film\tAn Invented Film\t0\t2001\t\\N\t90\tDrama';
    writeFileSync(join(data, 'title.basics.tsv'), `${head}\n${row}\n`);
    await runs(script, folder, {}, 'import', 'imdb-datasets', data);
    expect(await statusOf(`${origin}/api/v1/movie/tt9900001`, stdout.trim())).toBe(200);
    expect(existsSync(join(folder, 'data', 'secret'))).toBe(true);
  });
});

describe('a clone without the packages of developers', () => {
  const folder = join(parent, 'clone');
  const script = join(folder, 'kinodex.mjs');

  beforeAll(() => {
    mkdirSync(folder);
    installRuntime(folder);
    for (const name of [
      'kinodex.mjs',
      'launcher',
      'package.json',
      'package-lock.json',
      'vite.config.ts',
      'vite.server.config.ts',
      'migrations',
      'src',
      'client',
      'dist/site',
    ])
      cpSync(join(ROOT, name), join(folder, name), { recursive: true });
  });

  it('starts with the site that was built and the sources of the server, and installs nothing', async () => {
    const port = String(await freePort());
    const { said, file } = await serves(script, folder, { PORT: port });
    expect(said).not.toMatch(/Installing|Building/);
    expect(file).toBe('src/cli/main.ts');
    expect(await statusOf(`http://127.0.0.1:${port}/`)).toBe(200);
    expect(existsSync(join(folder, 'node_modules', 'vite'))).toBe(false);
  });

  it('says what is missing when no site was built', async () => {
    rmSync(join(folder, 'dist'), { recursive: true });
    await expect(runs(script, folder, {}, 'serve')).rejects.toMatchObject({
      code: 1,
      stdout: '',
      stderr: 'The site is not built, and there is nothing to build it with: run npm ci --include=dev.\n',
    });
  });
});
