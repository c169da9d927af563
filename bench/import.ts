/**
 * The import of an invented set as an operator runs it: beside the serving product with its embedded catalogue, from the
 * command line, with a reader that goes on asking: node bench/import.ts [--titles 1000000] [--gz]
 * Several sizes (--titles 200000,1000000,3000000) show whether the time grows in proportion.
 * Prints, for each size, the time of each step, the reader's answers before and meanwhile, and ratios that are kept:
 * first import / COPY of the rows that it makes (<= 2.5; the search documents are on the import's side only),
 * unchanged re-import / first import (<= 0.3; <= 0.01 of its write-ahead log), with one row of a hundred changed (<= 0.6; not
 * where files are packed), and what the reader waits (p99 <= 5) and gets (>= 0.5 of the answers a second) meanwhile.
 */
import {
  chmodSync,
  createReadStream,
  createWriteStream,
  existsSync,
  mkdirSync,
  mkdtempSync,
  renameSync,
  rmSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { from as copyFrom, to as copyTo } from 'pg-copy-streams';
import type { Database } from '#server/platform/db/database.ts';
import { openDatabase } from '#server/platform/db/open.ts';
import { changeSet } from './generate/change.ts';
import { generate } from './generate/generate.ts';
import { type Product, startProduct } from './import-product.ts';
import { log } from './log.ts';

const { values } = parseArgs({
  options: { titles: { type: 'string', default: '1000000' }, gz: { type: 'boolean', default: false } },
});
const TABLES = ['title', 'person', 'aka', 'credit', 'episode', 'change'] as const;
const REST_MS = 5_000;
const say = (line: string): void => void process.stdout.write(`${line}\n`);
const seconds = (began: number): number => (performance.now() - began) / 1000;

const testSet = async (titles: number): Promise<string> => {
  const folder = join(tmpdir(), 'kinodex-bench', `${titles}-1${values.gz ? '-gz' : ''}`);
  if (existsSync(folder)) return folder;
  const draft = `${folder}.draft`;
  rmSync(draft, { recursive: true, force: true });
  mkdirSync(draft, { recursive: true });
  await generate({ titles, out: draft, gz: values.gz });
  renameSync(draft, folder);
  return folder;
};

/** Times COPY of every finished table into an empty one with the same indexes, on a server that has nothing else to do. */
const timeCopy = async (db: Database, folder: string): Promise<number> => {
  await db.query('create schema copied');
  let total = 0;
  for (const table of TABLES) {
    const file = join(folder, `${table}.copy`);
    const client = await db.pool.connect();
    try {
      await client.query('set statement_timeout = 0');
      await pipeline(client.query(copyTo(`copy public.${table} to stdout`)), createWriteStream(file));
      await client.query(`create table copied.${table} (like public.${table} including all)`);
      const began = performance.now();
      await pipeline(
        createReadStream(file, { highWaterMark: 1 << 20 }),
        client.query(copyFrom(`copy copied.${table} from stdin`)),
      );
      total += seconds(began);
    } finally {
      client.release(true);
      rmSync(file, { force: true });
    }
  }
  await db.query('drop schema copied cascade');
  return total;
};

/** Where the tables lie and how far the feed has come: it stays as it is when nothing is written. */
const written = async (db: Database): Promise<string> => {
  const { rows } = await db.query<{ place: string }>(
    `select string_agg(relname || pg_relation_filenode(oid), ' ' order by relname) as place from pg_class
      where relname = any($1) and relnamespace = 'public'::regnamespace`,
    [TABLES],
  );
  const latest = await db.query<{ at: string }>('select max(id)::text as at from change');
  return `${rows[0]?.place} ${latest.rows[0]?.at}`;
};

/** Bytes of write-ahead log since the cluster was made. */
const logged = async (db: Database): Promise<number> =>
  Number((await db.query<{ bytes: string }>("select pg_current_wal_lsn() - '0/0' as bytes")).rows[0]?.bytes);

const STEP = /(?:reading (\S+)|merging: (.+?) {2}[\d:]+$)/;

/** Runs an import and prints how long each step took, as the command tells it. */
const importing = async (product: Product, args: readonly string[], steps: boolean): Promise<number> => {
  let step = '';
  let stepBegan = performance.now();
  const end = (): void => {
    if (step !== '' && steps) say(`    ${step.padEnd(24)} ${seconds(stepBegan).toFixed(1).padStart(7)} s`);
  };
  const began = performance.now();
  const table = await product.command(['import', 'imdb-datasets', ...args], (line) => {
    const [, file, merging] = STEP.exec(line) ?? [];
    const now = file ?? merging;
    if (now === undefined || now === step) return;
    end();
    step = now;
    stepBegan = performance.now();
  });
  end();
  if (steps) say(table.trimEnd());
  return seconds(began);
};

const percentile = (times: readonly number[], share: number): string =>
  ([...times].sort((a, b) => a - b)[Math.floor(times.length * share)] ?? 0).toFixed(0);

const tellReader = (when: string, { times, failed }: { readonly times: readonly number[]; readonly failed: number }) =>
  say(
    `reader ${when.padEnd(10)} ${String(times.length).padStart(6)} answers, p50 ${percentile(times, 0.5)} ms, ` +
      `p99 ${percentile(times, 0.99)} ms, longest ${Math.max(...times).toFixed(0)} ms, ${failed} failed`,
  );

/** The seconds that the set takes once more, with one row of a hundred changed. */
const importChanged = async (product: Product, set: string, work: string): Promise<number> => {
  const folder = join(work, 'changed');
  await changeSet(set, folder, 100);
  const took = await importing(product, [folder], false);
  rmSync(folder, { recursive: true });
  return took;
};

/** Everything of one size; answers the seconds of the first import, and whether what is kept was kept. */
const measure = async (titles: number): Promise<{ readonly first: number; readonly kept: boolean }> => {
  const set = await testSet(titles);
  const work = mkdtempSync(join(tmpdir(), 'kinodex-import-'));
  chmodSync(work, 0o755);
  say(`${titles.toLocaleString('en')} titles`);
  const product = await startProduct(work);
  try {
    const reading = product.readers();
    await pause(REST_MS);
    const before = await reading();
    tellReader('before', before);
    const db = await openDatabase({ dataFolder: work, dataFolderPinned: true, log, role: 'tool', poolSize: 2 });
    try {
      const began = await logged(db);
      const meanwhile = product.readers();
      const first = await importing(product, [set], true);
      const read = await meanwhile();
      tellReader('meanwhile', read);
      const p99 = (times: readonly number[]): number => Number(percentile(times, 0.99));
      const waits = p99(read.times) / p99(before.times);
      const answers = read.times.length / first / (before.times.length / (REST_MS / 1_000));
      say(`ratio reader meanwhile / before ${waits.toFixed(2)} (p99), ${answers.toFixed(2)} (answers a second)`);
      const made = await logged(db);
      const place = await written(db);
      const again = await importing(product, [set], false);
      const wal = ((await logged(db)) - made) / (made - began);
      const compared = await importing(product, [set, '--verify'], true);
      const nothing = place === (await written(db));
      const changed = values.gz ? Number.NaN : await importChanged(product, set, work);
      const copied = await timeCopy(db, work);
      say(`first import            ${first.toFixed(1)} s`);
      say(`COPY of its rows        ${copied.toFixed(1)} s`);
      say(`unchanged, known files  ${again.toFixed(2)} s`);
      say(`unchanged, compared     ${compared.toFixed(1)} s`);
      say(`ratio import / COPY             ${(first / copied).toFixed(2)} (at most 2.5)`);
      say(`ratio unchanged / first import  ${(again / first).toFixed(3)} (at most 0.3)`);
      say(`ratio WAL again / first import  ${wal.toFixed(4)} (at most 0.01)`);
      say(`ratio compared / first import   ${(compared / first).toFixed(2)}`);
      say(`ratio changed 1 % / first import ${(changed / first).toFixed(2)} (at most 0.6)`);
      say(`rows written again              ${nothing ? 'none' : 'some'}`);
      return {
        first,
        kept:
          [nothing, read.failed === 0, waits <= 5, answers >= 0.5, wal <= 0.01].every(Boolean) &&
          first <= copied * 2.5 &&
          again <= first * 0.3 &&
          !(changed > first * 0.6),
      };
    } finally {
      await db.close();
    }
  } finally {
    await product.stop();
    rmSync(work, { recursive: true, force: true });
  }
};

const results: { readonly titles: number; readonly first: number }[] = [];
for (const titles of values.titles.split(',').map(Number)) {
  const { first, kept } = await measure(titles);
  results.push({ titles, first });
  if (!kept) process.exitCode = 1;
}
const [smallest] = results;
if (smallest && results.length > 1)
  for (const { titles, first } of results)
    say(
      `${titles.toLocaleString('en').padStart(10)} titles  ${first.toFixed(1).padStart(7)} s  ` +
        `${(first / titles / (smallest.first / smallest.titles)).toFixed(2)} x the time a title of the smallest set`,
    );
