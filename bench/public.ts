/**
 * Every public call at a fixed rate, over HTTP from the product as a user starts it: what the slowest hundredth waits.
 *   node bench/public.ts --data FOLDER [--titles 1000000] [--rate 200] [--seconds 60]
 * The folder is a data folder with an invented catalogue of so many titles (bench/size.ts keeps one for each size); without
 * it the embedded catalogue is asked. A request is sent when its time has come, whatever became of those before, and is
 * timed from then on, so that whoever waits for another counts as waiting. Each call is asked for with other addresses as
 * far as it has any: nearly no answer is one that was kept.
 */
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { Agent, get } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { migrate } from '#server/platform/db/migrate.ts';
import { openDatabase } from '#server/platform/db/open.ts';
import { cpuOf } from './cpu.ts';
import { PEOPLE_PER_TITLE } from './generate/generate.ts';
import { createIds } from './generate/ids.ts';
import { startProduct } from './import-product.ts';
import { percentile } from './load.ts';
import { log } from './log.ts';
import { createKinds, readSampleOf } from './size-kinds.ts';

const { values: options } = parseArgs({
  options: {
    data: { type: 'string' },
    titles: { type: 'string', default: '1000000' },
    rate: { type: 'string', default: '200' },
    seconds: { type: 'string', default: '60' },
  },
});
const [rate, seconds] = [Number(options.rate), Number(options.seconds)];
/** Ms. */
const MOST = 300;
/** Seconds before the clock counts. */
const WARM_UP = 10;
/** That there is no such thing is an answer too. */
const isRight = ({ status }: Answer): boolean => status === 200 || status === 404;
const say = (text: string): void => void process.stdout.write(`${text}\n`);

interface Call {
  readonly name: string;
  readonly next: () => string;
}

interface Described {
  readonly paths: Readonly<Record<string, { readonly get?: { readonly parameters?: readonly { name: string }[] } }>>;
}

/** Left out: a stream that does not end, pages that people come back to from a payment, and tries, which are few a minute by rule. */
const LEFT_OUT = /\/stream$|\/public\/payment$|\/try\//;

/** Every GET of the description that needs no session, with words, ids and pages of the catalogue for its parameters. */
const callsOf = (
  { paths }: Described,
  ids: readonly string[],
  people: readonly string[],
  kinds: ReturnType<typeof createKinds>,
): readonly Call[] => {
  let turn = 0;
  const next = (list: readonly string[]): string => list[(turn++ * 7_919) % list.length] as string;
  const queryOf = (kind: string): string => (kinds[kind] as () => string)().split('?')[1] ?? '';
  const word = (): string => new URLSearchParams(queryOf('middling word')).get('q') ?? 'the';
  const given: Readonly<Record<string, () => string>> = {
    '/api/v1/search': () => queryOf('two words'),
    '/api/v1/suggest': () => queryOf('suggest'),
    '/api/public/suggest': () => `q=${word().slice(0, 4)}`,
    '/api/v1/discover': () => queryOf('discover'),
    '/api/v1/movie/search': () => `title=${encodeURIComponent(word())}`,
    '/api/v1/name/search': () => `name=${encodeURIComponent(word())}`,
    '/api/v1/find': () => `imdb=${next(ids)}`,
    '/api/v1/changes': () => `since=${new Date(Date.now() - 60_000 * turn++).toISOString()}`,
    '/api/v1/movie/all-in-one': () => `imdbId=${next(ids)}&actors=1&akas=1&crew=1&genres=1`,
    '/api/v1/name/all-in-one': () => `imdbId=${next(people)}&filmographies=1`,
  };
  const places: Readonly<Record<string, (path: string) => string>> = {
    imdbId: (path) => next(path.includes('/name/') ? people : ids),
    id: () => String(1 + (turn++ % 900_000)),
    season: () => '1',
    episode: () => '1',
    year: () => String(1990 + (turn++ % 30)),
    date: () => '20261224',
    text: () => 'terms',
  };
  return Object.entries(paths)
    .filter(([path, { get }]) => get && /^\/api\/(?:v1|public)\//.test(path) && !LEFT_OUT.test(path))
    .map(([path, { get }]) => {
      const isPaged = get?.parameters?.some(({ name }) => name === 'regs') ?? false;
      return {
        name: path,
        next: () => {
          const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => (places[name] ?? (() => '1'))(path));
          const query = given[path]?.() ?? (isPaged ? `regs=${1 + (turn++ % 20)}` : '');
          return query === '' ? filled : `${filled}?${query}`;
        },
      };
    });
};

/** Calls without a token are few a minute for one network, and all of these come from one. */
const liftLimits = async (folder: string): Promise<void> => {
  const db = await openDatabase({ dataFolder: folder, dataFolderPinned: true, log, role: 'serve', poolSize: 1 });
  try {
    await migrate(db.pool, join(import.meta.dirname, '..', 'migrations'));
    const keys = ['PUBLIC_PER_MINUTE', 'SUGGEST_PER_MINUTE', 'SUGGEST_PER_DAY'];
    await db.query('delete from configuration where key = any($1)', [keys]);
    await db.query(`insert into configuration (key, value1, description) select unnest($1::text[]), '0', ''`, [keys]);
  } finally {
    await db.close();
  }
};

interface Answer {
  readonly name: string;
  readonly status: number;
  readonly ms: number;
}

const home = options.data ?? mkdtempSync(join(tmpdir(), 'kinodex-public-'));
chmodSync(home, 0o755);
await liftLimits(home);
const product = await startProduct(home);
const agent = new Agent({ keepAlive: true, maxSockets: 256 });
try {
  const create = ['token', 'create', '--email', 'bench@example.org', '--requests', '100000000'];
  const token = (await product.command(create)).trim();
  const titles = options.data === undefined ? [] : createIds('tt', Number(options.titles));
  const ids = titles.length > 0 ? titles : ['tt0068646', 'tt0903747', 'tt0816692', 'tt0111161'];
  const people =
    titles.length > 0 ? createIds('nm', Math.round(titles.length * PEOPLE_PER_TITLE)) : ['nm0000338', 'nm0000199'];
  const kinds = createKinds(ids, people, await readSampleOf(product, token, ids));
  const described = (await (await fetch(`${product.origin}/openapi.json`)).json()) as Described;
  const calls = callsOf(described, ids, people, kinds);

  const answers: Answer[] = [];
  const ask = ({ name, next }: Call, due: number): Promise<void> =>
    new Promise((resolve) => {
      const done = (status: number): void => {
        answers.push({ name, status, ms: performance.now() - due });
        resolve();
      };
      get(`${product.origin}${next()}`, { agent, headers: { authorization: `Bearer ${token}` } }, (answer) => {
        answer.resume().on('end', () => done(answer.statusCode ?? 0));
      }).on('error', () => done(0));
    });
  const asking: Promise<void>[] = [];
  const began = performance.now();
  let spent = cpuOf(product.pid());
  for (let n = 0; n < rate * (WARM_UP + seconds); n++) {
    const due = began + (n * 1_000) / rate;
    const early = due - performance.now();
    if (early > 1) await pause(early);
    if (n === rate * WARM_UP) {
      answers.length = 0;
      spent = cpuOf(product.pid());
    }
    asking.push(ask(calls[n % calls.length] as Call, due));
  }
  await Promise.all(asking);
  spent = cpuOf(product.pid()) - spent;

  const timesOf = (of: readonly Answer[], share: number): string =>
    percentile(
      of.map(({ ms }) => ms),
      share,
    ).toFixed(1);
  for (const { name } of calls) {
    const of = answers.filter((one) => one.name === name);
    const statuses = [...new Set(of.map(({ status }) => status))].join(' ');
    say(`${name.padEnd(66)} p50 ${timesOf(of, 0.5)}  p99 ${timesOf(of, 0.99)} ms  ${statuses}`);
  }
  const wrong = answers.filter((one) => !isRight(one)).length;
  say(
    `${calls.length} calls, ${answers.length} requests at ${rate}/s: p50 ${timesOf(answers, 0.5)} ms, p99 ${timesOf(answers, 0.99)} ms, ` +
      `longest ${timesOf(answers, 1 - 1 / answers.length)} ms, ${wrong} failed; the node's processor ${((spent / seconds) * 100).toFixed(0)} % of one`,
  );
  const p99 = percentile(
    answers.map(({ ms }) => ms),
    0.99,
  );
  say(`all public calls: p99 ${p99.toFixed(1)} ms (kept ${MOST}: ${p99 <= MOST && wrong === 0 ? 'holds' : 'MISSED'})`);
  if (p99 > MOST || wrong > 0) process.exitCode = 1;
} finally {
  agent.destroy();
  await product.stop();
  if (options.data === undefined) rmSync(home, { recursive: true, force: true });
}
