/**
 * What a request costs: processor time of the node and of PostgreSQL, of each kind of call, over HTTP, on a product that is
 * started as a user starts it, with the embedded catalogue. The capacity plan of docs/scale.md counts with it. Processor
 * time is told rather than speed, since it is nearly the same on a machine that others use too.
 *   node bench/cost.ts [--seconds 5] [--only cold] [--data FOLDER --titles 1000000]
 * The folder is one of bench/size.ts; searches and filters over its catalogue are measured too, and it stays.
 */
import { globSync, readFileSync, rmSync } from 'node:fs';
import { chmod, mkdtemp } from 'node:fs/promises';
import { Agent, get } from 'node:http';
import { cpus, loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { freePort, kinodex, serveProduct } from '#test/support/cli.ts';
import { addresses } from './addresses.ts';
import { childrenOf, cpuOf } from './cpu.ts';
import { createIds } from './generate/ids.ts';
import { tokensOfUsers } from './people.ts';
import { createKinds, readSampleOf } from './size-kinds.ts';

const { values: options } = parseArgs({
  options: {
    seconds: { type: 'string', default: '5' },
    only: { type: 'string', default: '' },
    data: { type: 'string' },
    titles: { type: 'string', default: '1000000' },
  },
});
const seconds = Number(options.seconds);
const CONNECTIONS = 16;
/** Users of the plan that everybody has: its quota is handed out in blocks of ten requests, and fewer towards its end. */
const CALLERS = 1_000;
const MANY = 'hot title, a thousand users';

interface Kind {
  readonly name: string;
  readonly path: (number: number) => string;
  readonly unchanged?: boolean;
  /** Tokens that ask in turns; one of a large quota where there are none. */
  readonly tokens?: readonly string[];
}
const TITLE = '/api/v1/movie/tt0068646';
/** By ids of the embedded catalogue: a different address each time, that no answer was kept for. */
const kindsOf = (ids: readonly string[]): readonly Kind[] => {
  const cold = addresses(ids);
  return [
    { name: 'hot title', path: () => TITLE },
    { name: 'hot title, unchanged', path: () => TITLE, unchanged: true },
    { name: 'cold title', path: cold },
    { name: 'cold list of a title', path: () => `${cold()}/akas` },
    { name: 'cold cast', path: () => `${cold()}/actors` },
  ];
};

/** What people ask of a large catalogue: searches of all kinds in turns, and filters. */
const kindsAtSize = async (origin: string, token: string): Promise<readonly Kind[]> => {
  const ids = createIds('tt', Number(options.titles));
  const kinds = createKinds(ids, ids, await readSampleOf({ origin }, token, ids));
  const searches = ['two words', 'whole title', 'common word', 'middling word', 'typo'];
  return [
    { name: 'searches at size', path: (n) => kinds[searches[n % searches.length] ?? '']?.() ?? '' },
    { name: 'filters at size', path: () => kinds.discover?.() ?? '' },
  ];
};

const home = options.data ?? (await mkdtemp(join(tmpdir(), 'kinodex-cost-')));
// PostgreSQL may run as a user of its own, who has to come in.
await chmod(home, 0o755);
const settings = { KINODEX_DATA: home, PORT: String(await freePort()), LOG_LEVEL: 'warn' };
const product = await serveProduct(settings);
const pid = product.child.pid as number;
const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS });
try {
  const { stdout } = await kinodex(
    settings,
    'token',
    'create',
    '--email',
    'cost@example.org',
    '--requests',
    '100000000',
  );
  const authorization = `Bearer ${stdout.trim()}`;
  const ask = (path: string, headers: Record<string, string>) =>
    new Promise<{ code: number; etag: string; bytes: number }>((resolve, reject) => {
      get(product.url + path, { agent, headers: { authorization, ...headers } }, (answer) => {
        let bytes = 0;
        answer.on('data', (part: Buffer) => {
          bytes += part.length;
        });
        answer.on('end', () => resolve({ code: answer.statusCode ?? 0, etag: answer.headers.etag ?? '', bytes }));
      }).on('error', reject);
    });
  const [pidFile = ''] = globSync(join(home, '**', 'postmaster.pid'));
  const postmaster = Number(readFileSync(pidFile, 'utf8').split('\n')[0]);
  const database = (): number => {
    return cpuOf(postmaster, true) + childrenOf(postmaster).reduce((sum, one) => sum + cpuOf(one), 0);
  };
  let number = 0;
  const load = async (
    { path, unchanged, tokens }: Kind,
    during: number,
  ): Promise<{ asked: number; wrong: number; bytes: number }> => {
    const { etag } = await ask(path(0), {});
    const until = performance.now() + during * 1_000;
    const done = { asked: 0, wrong: 0, bytes: 0 };
    const caller = async (): Promise<void> => {
      while (performance.now() < until) {
        number += 1;
        const token = tokens?.[number % tokens.length];
        const { code, bytes } = await ask(path(number), {
          ...(unchanged && { 'if-none-match': etag }),
          ...(token && { authorization: `Bearer ${token}` }),
        });
        done.asked += 1;
        done.bytes += bytes;
        if (code !== (unchanged ? 304 : 200)) done.wrong += 1;
      }
    };
    await Promise.all(Array.from({ length: CONNECTIONS }, caller));
    return done;
  };
  console.log(`${cpus()[0]?.model}, ${cpus().length} cores, load ${loadavg()[0]?.toFixed(1)}`);
  const ids: string[] = [];
  for (let from = 1950; from < 2025; from += 1) {
    const listed = await fetch(`${product.url}/api/v1/discover?yearFrom=${from}&yearTo=${from}&regs=100`, {
      headers: { authorization },
    });
    ids.push(...new Set((await listed.text()).match(/\btt\d{7,}/g)));
  }
  console.log(`${ids.length} titles`);
  const atSize = options.data === undefined ? [] : await kindsAtSize(product.url, stdout.trim());
  const many = MANY.includes(options.only)
    ? [{ name: MANY, path: () => TITLE, tokens: await tokensOfUsers({ dataFolder: home }, CALLERS) }]
    : [];
  for (const kind of [...kindsOf(ids), ...many, ...atSize].filter(({ name }) => name.includes(options.only))) {
    await load(kind, 2);
    const [node, postgres] = [cpuOf(pid), database()];
    const { asked, wrong, bytes } = await load(kind, seconds);
    const each = (cpu: number): string => ((cpu / asked) * 1e6).toFixed(0).padStart(5);
    console.log(
      `${kind.name.padEnd(26)} node ${each(cpuOf(pid) - node)} µs, PostgreSQL ${each(database() - postgres)} µs, ` +
        `${Math.round(bytes / asked)} bytes, ${asked} asked${wrong > 0 ? `, ${wrong} WRONG` : ''}`,
    );
  }
} finally {
  agent.destroy();
  await product.end('SIGTERM');
  if (options.data === undefined) rmSync(home, { recursive: true, force: true });
}
