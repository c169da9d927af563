/**
 * The product beside what else would be put over the same rows, in turns, both over HTTP with the same embedded PostgreSQL:
 *   node bench/beside.ts [--titles 100000] [--data FOLDER] [--rounds 3] [--only cold]
 * An invented set of so many titles is imported into a folder of its own, or the folder that is named has a catalogue
 * already (no product may run on it; what is added to it for the other side is taken away at the end). npm installs what
 * is compared, into a folder of the machine's for temporary files. What is asked:
 *   a title with its cast, each time another one, so that no answer was kept (aim: 3 times the rate);
 *   the same title again and again (aim: 10 times);
 *   titles by type, genre, year and rating, best known first, at random: over the table as it is, and with indexes
 *   made for it on the other side (aim: 30 times).
 * Both sides have to tell the same of some of them before. CPU is that of the server and of all processes of PostgreSQL.
 */
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { cpus, loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Database } from '#server/platform/db/database.ts';
import { openDatabase } from '#server/platform/db/open.ts';
import * as graph from './beside-postgraphile.ts';
import * as ask from './beside-questions.ts';
import { asked, compare, round } from './compare.ts';
import { childrenOf, cpuOf } from './cpu.ts';
import { generate } from './generate/generate.ts';
import { type Product, startProduct } from './import-product.ts';
import { log } from './log.ts';
import type { Side } from './turns.ts';

const CONNECTIONS = 16;
const HOT = 68_646;
const CHECKED = 200;
const MOST_TITLES = 1_000_000;

/** Processor seconds of all processes of the embedded PostgreSQL. */
const cpuOfDatabase = async (db: Database): Promise<() => number> => {
  const { rows } = await db.query<{ pid: number }>(
    `select split_part(pg_read_file('postmaster.pid'), E'\\n', 1)::int as pid`,
  );
  const postmaster = rows[0]?.pid ?? 0;
  return () => cpuOf(postmaster, true) + childrenOf(postmaster).reduce((sum, pid) => sum + cpuOf(pid), 0);
};

/** The titles in an order that has nothing to do with their numbers. */
const titlesOf = async (db: Database): Promise<readonly number[]> => {
  const { rows } = await db.query<{ id: string }>(
    `select id from title where not adult order by hashint8(id) limit ${MOST_TITLES}`,
  );
  return rows.map(({ id }) => Number(id));
};

const json = async (origin: string, { path, body, headers }: Side): Promise<unknown> => {
  const address = origin + (typeof path === 'string' ? path : path());
  const answer = await fetch(address, { headers: headers ?? {}, ...(body && { method: 'POST', body: body() }) });
  return answer.json();
};

/** Fails unless both sides tell the same. */
const alike = async <A, B>(
  what: string,
  [a, tellA]: readonly [() => Promise<unknown>, (answer: A) => string],
  [b, tellB]: readonly [() => Promise<unknown>, (answer: B) => string],
): Promise<void> => {
  for (let n = 0; n < CHECKED; n += 1) {
    const [one, other] = [tellA((await a()) as A), tellB((await b()) as B)];
    if (one !== other) throw new Error(`${what}: one side tells\n${one}\nand the other\n${other}`);
  }
  console.log(`${what}: both sides tell the same in ${CHECKED} answers`);
};

const measure = async (product: Product, db: Database): Promise<boolean> => {
  const token = (
    await product.command(['token', 'create', '--email', 'beside@example.org', '--requests', '100000000'])
  ).trim();
  const database = await cpuOfDatabase(db);
  const ids = await titlesOf(db);
  console.log(`${ids.length} titles; ${CONNECTIONS} connections`);
  const port = Number(new URL(product.origin).port);
  const cpu = (): number => (cpuOf(product.pid()) + database()) * 1e6;
  const served = { port, stats: async () => ({ cpu: cpu(), statements: Number.NaN }), stop: () => {} };

  const ours = (path: () => string): Side => ({
    ...{ name: 'Kinodex', is: async () => served, connections: CONNECTIONS, path },
    headers: { Authorization: `Bearer ${token}` },
  });
  const theirs = (body: () => string): Side => ({
    ...{ name: 'PostGraphile', is: () => graph.startPostgraphile(db, database), connections: CONNECTIONS },
    ...{ path: '/graphql', body, headers: { 'Content-Type': 'application/json' } },
  });
  const title = (from: number, by: (id: number) => string): (() => string) => {
    const next = ask.walk(ids, from);
    return () => by(next());
  };
  const filters = (seed: number, by: (filters: ask.Filters) => string): (() => string) => {
    const next = ask.filtersBy(seed);
    return () => by(next());
  };

  const other = await graph.startPostgraphile(db, database);
  const origin = `http://127.0.0.1:${other.port}`;
  const pair = (a: Side, b: Side) => [() => json(product.origin, a), () => json(origin, b)] as const;
  const [titleA, titleB] = pair(ours(title(0, ask.titlePath)), theirs(title(0, graph.titleBody)));
  await alike('titles with cast', [titleA, ask.titleTold], [titleB, graph.graphTitleTold]);
  const [listA, listB] = pair(ours(filters(5, ask.filterPath)), theirs(filters(5, graph.filterBody)));
  await alike('filters', [listA, ask.listTold], [listB, graph.graphListTold]);
  other.stop();

  const [hotPath, hotBody] = [ask.titlePath(HOT), graph.titleBody(HOT)];
  const filtered = (what: string, gate: number | null): Promise<boolean> =>
    compare(what, theirs(filters(1, graph.filterBody)), ours(filters(2, ask.filterPath)), gate);
  const checks = [
    await compare('cold title with cast', theirs(title(0, graph.titleBody)), ours(title(0.5, ask.titlePath)), 3),
    await compare(
      'hot title with cast',
      theirs(() => hotBody),
      ours(() => hotPath),
      10,
    ),
    await filtered('filters, no index made for them', null),
    await graph.index(db).then(() => filtered('filters', 30)),
  ];
  return checks.every(Boolean);
};

const work = asked.data ?? mkdtempSync(join(tmpdir(), 'kinodex-beside-'));
// PostgreSQL may run as a user of its own, who has to come in.
chmodSync(work, 0o755);
console.log(
  `${cpus()[0]?.model}, ${cpus().length} cores, load ${round(loadavg()[0] ?? 0)}, Node.js ${process.version}`,
);
const product = await startProduct(work);
try {
  if (!asked.data) {
    const set = join(work, 'set');
    await generate({ titles: Number(asked.titles), out: set });
    await product.command(['import', 'imdb-datasets', set]);
  }
  const db = await openDatabase({ dataFolder: work, dataFolderPinned: true, log, role: 'tool', poolSize: 2 });
  try {
    await graph.show(db);
    process.exitCode = (await measure(product, db)) ? 0 : 1;
  } finally {
    await graph.hide(db);
    await db.close();
  }
} finally {
  await product.stop();
  if (!asked.data) rmSync(work, { recursive: true, force: true });
}
