/**
 * Backups of the serving product under load: node bench/backup.ts [--titles 200000] [--rate 200] [--url postgres://…]
 *   the embedded database with so many invented titles, readers and an editor; a backup by itself, beside REINDEX and
 *   beside an import of another set: its time, the answers before and meanwhile (kept: none fails);
 *   each restored to PostgreSQL and from there to an embedded database: every table equal by its checksum (kept), and
 *   the edit that it holds one of those between its beginning and its end (kept).
 * Its databases and data are removed afterwards.
 */
import { chmodSync, mkdirSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import pg from 'pg';
import { checkBackup } from '#server/app/backup.ts';
import { EDITED, openLoadOn, tellLoaded } from './backup-load.ts';
import { PASSWORD } from './filled.ts';
import { generate } from './generate/generate.ts';
import { type Product, runCommand, startProduct } from './import-product.ts';

const { values: options } = parseArgs({
  options: {
    titles: { type: 'string', default: '200000' },
    rate: { type: 'string', default: '200' },
    url: { type: 'string', default: 'postgres://postgres@127.0.0.1:5432/postgres' },
  },
});
const BEFORE_MS = 10_000;
const say = (text: string): void => void process.stdout.write(`${text}\n`);
const secondsSince = (began: number): string => `${((performance.now() - began) / 1_000).toFixed(1)} s`;
const holds = (is: boolean, what: string): void => {
  say(`  ${what}: ${is ? 'holds' : 'MISSED'}`);
  if (!is) process.exitCode = 1;
};

const work = mkdtempSync(join(tmpdir(), 'kinodex-bench-backup-'));
chmodSync(work, 0o711);
const folderOf = (name: string): string => {
  const folder = join(work, name);
  mkdirSync(folder, { recursive: true });
  chmodSync(folder, 0o711);
  return folder;
};

const admin = async <Row extends object>(statement: string, database?: string): Promise<readonly Row[]> => {
  const url = new URL(options.url);
  if (database !== undefined) url.pathname = `/${database}`;
  const client = new pg.Client({ connectionString: url.href });
  await client.connect();
  try {
    return (await client.query<Row>(statement)).rows;
  } finally {
    await client.end();
  }
};

/** Checksums of the tables in a backup. */
const sumsOf = async (file: string): Promise<string> => {
  const { manifest } = await checkBackup({ file, tell: () => {}, signal: new AbortController().signal });
  return JSON.stringify(manifest.tables);
};

interface Taken {
  readonly name: string;
  readonly file: string;
  /** Numbers of edits: saved before it began, and sent before it ended. */
  readonly edits: readonly [number, number];
}

/** To PostgreSQL and from there to an embedded database, with a backup of each. */
const restored = async ({ name, file, edits: [least, most] }: Taken): Promise<void> => {
  const database = `kinodex_bench_backup_${process.pid}`;
  await admin(`create database ${database} template template0 encoding 'UTF8'`);
  const onServer = {
    ...{ ...process.env, KINODEX_DATA: folderOf(`${name}-server`) },
    DATABASE_URL: Object.assign(new URL(options.url), { pathname: `/${database}` }).href,
  };
  const embedded = { ...process.env, KINODEX_DATA: folderOf(`${name}-embedded`) };
  const [second, third] = [`${file}.server`, `${file}.embedded`];
  try {
    const began = performance.now();
    await runCommand(['restore', file], onServer);
    say(`${name}: restored to PostgreSQL in ${secondsSince(began)}`);
    const [row] = await admin<{ plot: string }>(
      `select simple_plot as plot from title where id = ${Number(EDITED.slice(2))}`,
      database,
    );
    const edit = Number(/\d+/.exec(row?.plot ?? '')?.[0]);
    holds(edit >= least && edit <= most, `edit ${edit} is one from ${least} to ${most}`);
    await runCommand(['backup', second], onServer);
    const again = performance.now();
    await runCommand(['restore', second], embedded);
    say(`  and to an embedded database in ${secondsSince(again)}`);
    await runCommand(['backup', third], embedded);
    const [sums, ...others] = [await sumsOf(file), await sumsOf(second), await sumsOf(third)];
    const tables = JSON.parse(sums) as { readonly rows: number }[];
    const rows = tables.reduce((sum, table) => sum + table.rows, 0);
    holds(
      others.every((other) => other === sums),
      `${tables.length} tables with ${rows.toLocaleString('en')} rows are equal by SHA-256 in all three`,
    );
  } finally {
    await admin(`drop database ${database} with (force)`);
    for (const path of [second, third, onServer.KINODEX_DATA, embedded.KINODEX_DATA])
      rmSync(path, { recursive: true, force: true });
  }
};

const BESIDE: readonly (readonly [name: string, beside: ((product: Product) => Promise<unknown>) | null])[] = [
  ['alone', null],
  ['reindex', (product) => product.command(['task', 'run', 'REINDEX'])],
  ['import', (product) => product.command(['import', 'imdb-datasets', join(work, 'next')])],
];

/** A backup of the product under load, beside something else, until both have ended. */
const take = async (product: Product, load: Awaited<ReturnType<typeof openLoadOn>>): Promise<readonly Taken[]> => {
  const taken: Taken[] = [];
  for (const [name, beside] of BESIDE) {
    const file = join(work, `${name}.tar`);
    load.take();
    const going = beside?.(product).then(() => performance.now());
    // It has begun to work by then; reading its files or the catalogue takes longer.
    if (going) await pause(1_500);
    const [began, least] = [performance.now(), load.edited.saved];
    await product.command(['backup', file]);
    const took = secondsSince(began);
    const most = load.edited.sent;
    const ended = await going;
    say(
      `backup ${name}: ${took}, ${(statSync(file).size / 1e6).toFixed(0)} MB${ended ? `; that took ${((ended - began) / 1_000 + 1.5).toFixed(1)} s` : ''}`,
    );
    const meanwhile = load.take();
    say(`  ${tellLoaded(meanwhile)}`);
    holds(meanwhile.reads.failed.length + meanwhile.edits.failed.length === 0, 'no request has failed');
    taken.push({ name, file, edits: [least, most] });
  }
  return taken;
};

try {
  const titles = Number(options.titles);
  for (const [name, seed] of [
    ['set', 1],
    ['next', 2],
  ] as const)
    await generate({ titles, out: folderOf(name), seed });
  process.env.KINODEX_ADMIN_PASSWORD = PASSWORD;
  const product = await startProduct(folderOf('data'));
  let taken: readonly Taken[] = [];
  try {
    const began = performance.now();
    await product.command(['import', 'imdb-datasets', join(work, 'set')]);
    say(`${titles.toLocaleString('en')} titles imported in ${secondsSince(began)}`);
    const load = await openLoadOn(product, Number(options.rate));
    try {
      await pause(BEFORE_MS);
      say(`before\n  ${tellLoaded(load.take())}`);
      taken = await take(product, load);
    } finally {
      await load.stop();
    }
  } finally {
    await product.stop();
  }
  for (const one of taken) await restored(one);
  say(`load ${(loadavg()[0] ?? 0).toFixed(1)}`);
} finally {
  rmSync(work, { recursive: true, force: true });
}
