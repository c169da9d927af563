/**
 * The product beside what else would be put over the same rows, in turns, both over HTTP with the same embedded PostgreSQL:
 *   node bench/beside.ts [--titles 100000] [--data FOLDER] [--rounds 3] [--only PostGraphile] [--only 'PostGraphile: cold']
 * An invented set of so many titles is imported into a folder of its own, or the folder that is named has a catalogue
 * already (no product may run on it; what is added to it for the other side is taken away at the end). npm installs what
 * is compared, into a folder for temporary files: Directus takes ten minutes, once. What is asked:
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
import { directus } from './beside-directus.ts';
import { postgraphile } from './beside-postgraphile.ts';
import { filtersBy, productBy, type Rival, walk } from './beside-questions.ts';
import { asked, compare, round } from './compare.ts';
import { childrenOf, cpuOf } from './cpu.ts';
import { generate } from './generate/generate.ts';
import type { Started } from './http-contender.ts';
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

type Asked = Pick<Side, 'path' | 'body' | 'headers'>;

/** Fails unless both sides tell the same. */
const alike = async (
  what: string,
  [ours, theirs]: readonly [Started, Started],
  [a, tellA]: readonly [Asked, (answer: unknown) => string],
  [b, tellB]: readonly [Asked, (answer: unknown) => string],
): Promise<void> => {
  const answer = async ({ port }: Started, { path, body, headers = {} }: Asked): Promise<unknown> => {
    const address = `http://127.0.0.1:${port}${typeof path === 'string' ? path : path()}`;
    return (await fetch(address, { headers, ...(body && { method: 'POST', body: body() }) })).json();
  };
  for (let n = 0; n < CHECKED; n += 1) {
    const [one, other] = [tellA(await answer(ours, a)), tellB(await answer(theirs, b))];
    if (one !== other) throw new Error(`${what}: one side tells\n${one}\nand the other\n${other}`);
  }
  console.log(`${what}: both sides tell the same in ${CHECKED} answers`);
};

interface Measured {
  readonly db: Database;
  readonly database: () => number;
  readonly product: Product;
  readonly token: string;
  readonly ids: readonly number[];
}

const measure = async (rival: Rival, { db, database, product, token, ids }: Measured): Promise<boolean> => {
  const cpu = (): number => (cpuOf(product.pid()) + database()) * 1e6;
  const port = Number(new URL(product.origin).port);
  const served: Started = { port, stats: async () => ({ cpu: cpu(), statements: Number.NaN }), stop: () => {} };
  const kinodex = productBy(token);
  const ours = (asks: Asked): Side => ({ name: 'Kinodex', is: async () => served, connections: CONNECTIONS, ...asks });
  const theirs = (asks: Asked): Side => ({
    ...{ name: rival.name, is: () => rival.start(db, database), connections: CONNECTIONS, ...asks },
  });

  const other = await rival.start(db, database);
  const both = [served, other] as const;
  const { titleTold, listTold } = kinodex;
  const [titleA, titleB] = [kinodex.title(walk(ids, 0)), rival.title(walk(ids, 0))];
  await alike('titles with cast', both, [titleA, titleTold], [titleB, rival.titleTold]);
  const [listA, listB] = [kinodex.list(filtersBy(5)), rival.list(filtersBy(5))];
  await alike('filters', both, [listA, listTold], [listB, rival.listTold]);
  other.stop();

  const named = (what: string): string => `${rival.name}: ${what}`;
  const filtered = (what: string, aim: number | null): Promise<boolean> =>
    compare(named(what), theirs(rival.list(filtersBy(1))), ours(kinodex.list(filtersBy(2))), aim);
  const [cold, hot] = [named('cold title with cast'), named('hot title with cast')];
  const again = () => HOT;
  const checks = [
    await compare(cold, theirs(rival.title(walk(ids, 0))), ours(kinodex.title(walk(ids, 0.5))), 3),
    await compare(hot, theirs(rival.title(again)), ours(kinodex.title(again)), 10),
    !rival.index || (await filtered('filters, no index made for them', null)),
    await rival.index?.(db).then(() => true),
    await filtered('filters', 30),
  ];
  return checks.every((one) => one !== false);
};

/** Whether it could be had and the product is as much quicker as it is to be. */
const against = async (rival: Rival, measured: Measured): Promise<boolean> => {
  if (!`${rival.name}: cold title with cast, hot, filters`.includes(asked.only.split(':')[0] ?? '')) return true;
  try {
    await rival.prepare(measured.db);
    return await measure(rival, measured);
  } catch (error) {
    console.log(`\n${rival.name} is left out: ${error instanceof Error ? error.message : error}`);
    return false;
  } finally {
    await rival.remove(measured.db);
  }
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
  const create = ['token', 'create', '--email', 'beside@example.org', '--requests', '100000000'];
  const token = (await product.command(create)).trim();
  const db = await openDatabase({ dataFolder: work, dataFolderPinned: true, log, role: 'tool', poolSize: 2 });
  try {
    const measured = { db, database: await cpuOfDatabase(db), product, token, ids: await titlesOf(db) };
    console.log(`${measured.ids.length} titles; ${CONNECTIONS} connections`);
    for (const rival of [postgraphile, directus]) if (!(await against(rival, measured))) process.exitCode = 1;
  } finally {
    await db.close();
  }
} finally {
  await product.stop();
  if (!asked.data) rmSync(work, { recursive: true, force: true });
}
