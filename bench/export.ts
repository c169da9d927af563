/**
 * A dump of an invented catalogue, in each form, beside plain COPY of its tables to files: node bench/export.ts [--titles 100000]
 * Prints rows and bytes a second and the ratio of the rows to COPY's, and by how much this process grows while it writes
 * (kept: JSON lines that are not packed ≥ 0.1, and ≤ 256 MB). Its data is removed afterwards.
 */
import { chmodSync, createWriteStream, mkdirSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { parseArgs } from 'node:util';
import { to as copyTo } from 'pg-copy-streams';
import { type DumpOptions, dumpCatalogue } from '#server/modules/catalog/dump/dump.service.ts';
import { createImdbImport } from '#server/modules/catalog/import/import.service.ts';
import type { Database } from '#server/platform/db/database.ts';
import { migrate } from '#server/platform/db/migrate.ts';
import { openDatabase } from '#server/platform/db/open.ts';
import { generate } from './generate/generate.ts';
import { log } from './log.ts';

const { values } = parseArgs({ options: { titles: { type: 'string', default: '100000' } } });
const TABLES = ['title', 'aka', 'credit', 'episode', 'person', 'title_list', 'person_list', 'external_id'] as const;
const [LEAST_RATIO, MOST_GROWTH] = [0.1, 256 * 2 ** 20];
const FORMS: Readonly<Record<string, Pick<DumpOptions, 'format' | 'gzip'>>> = {
  'JSON lines': { format: 'jsonl', gzip: false },
  'JSON lines, packed': { format: 'jsonl', gzip: true },
  Parquet: { format: 'parquet' },
};

interface Written {
  readonly rows: number;
  readonly bytes: number;
  readonly seconds: number;
}

const say = (line: string): void => void process.stdout.write(`${line}\n`);
const rate = ({ rows, seconds }: Written): number => rows / seconds;
const told = (name: string, one: Written): string =>
  `${name}: ${one.rows} rows, ${(one.bytes / 1e6).toFixed(1)} MB in ${one.seconds.toFixed(1)} s: ${Math.round(rate(one))} rows/s, ${(one.bytes / 1e6 / one.seconds).toFixed(1)} MB/s`;

const copied = async (db: Database, folder: string): Promise<Written> => {
  const began = performance.now();
  const client = await db.pool.connect();
  let [rows, bytes] = [0, 0];
  try {
    await client.query('set statement_timeout = 0');
    for (const table of TABLES) {
      const [file, copy] = [join(folder, `${table}.copy`), client.query(copyTo(`copy ${table} to stdout`))];
      await pipeline(copy, createWriteStream(file, { flush: true }));
      rows += copy.rowCount ?? 0;
      bytes += statSync(file).size;
    }
  } finally {
    client.release(true);
  }
  return { rows, bytes, seconds: (performance.now() - began) / 1000 };
};

const dumped = async (db: Database, folder: string, form: Pick<DumpOptions, 'format' | 'gzip'>) => {
  const before = process.memoryUsage.rss();
  let most = before;
  const timer = setInterval(() => {
    most = Math.max(most, process.memoryUsage.rss());
  }, 20);
  const began = performance.now();
  const { files } = await dumpCatalogue({ ...form, db, folder, now: () => new Date(), version: '0' }).finally(() =>
    clearInterval(timer),
  );
  const seconds = (performance.now() - began) / 1000;
  const sum = (key: 'rows' | 'bytes'): number => files.reduce((all, file) => all + file[key], 0);
  return { rows: sum('rows'), bytes: sum('bytes'), seconds, growth: most - before };
};

const home = mkdtempSync(join(tmpdir(), 'kinodex-bench-export-'));
// The database's own user has to come in.
chmodSync(home, 0o711);
const [data, set] = [join(home, 'data'), join(home, 'set')];
try {
  mkdirSync(set);
  await generate({ titles: Number(values.titles), out: set, gz: false });
  const db = await openDatabase({ dataFolder: data, dataFolderPinned: true, log, role: 'serve', poolSize: 4 });
  try {
    await migrate(db.pool, join(import.meta.dirname, '..', 'migrations'));
    await createImdbImport({ db, log }).run({ from: set, complete: false, verify: false, yes: false });
    mkdirSync(join(home, 'copy'));
    await copied(db, join(home, 'copy'));
    const copy = await copied(db, join(home, 'copy'));
    say(told('COPY', copy));
    for (const [name, form] of Object.entries(FORMS)) {
      const ours = await dumped(db, join(home, name), form);
      const ratio = rate(ours) / rate(copy);
      say(
        `${told(name, ours)}; ratio ${ratio.toFixed(2)}; memory grew by at most ${Math.round(ours.growth / 2 ** 20)} MB`,
      );
      if ((form.gzip === false && ratio < LEAST_RATIO) || ours.growth > MOST_GROWTH) process.exitCode = 1;
      rmSync(join(home, name), { recursive: true });
    }
  } finally {
    await db.close();
  }
} finally {
  rmSync(home, { recursive: true, force: true });
}
