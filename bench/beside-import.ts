/**
 * The import beside a loader in the manner of imdb-sqlite (Python, SQLite without journal, primary keys while it loads and
 * its other indexes afterwards), of the same packed files, in turns: node bench/beside-import.ts [--titles 1000000] [--rounds 3]
 * The product's is the command `kinodex import` beside a product that serves with its embedded catalogue. Its rows are in
 * their tables, with keys and indexes, when it begins with its search documents; at its end titles can be searched for, which
 * imdb-sqlite has nothing for. Both count the rows of the files; the ratio that is kept is that of rows in tables.
 */
import { spawnSync } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { cpus, loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { generate } from './generate/generate.ts';
import { startProduct } from './import-product.ts';

const { values: options } = parseArgs({
  options: { titles: { type: 'string', default: '1000000' }, rounds: { type: 'string', default: '3' } },
});
const say = (text: string): void => void process.stdout.write(`${text}\n`);
const seconds = (began: number): number => (performance.now() - began) / 1_000;
/** Of an even number the lower of the two in the middle. */
const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[(values.length - 1) >> 1] as number;

const work = mkdtempSync(join(tmpdir(), 'kinodex-beside-'));
chmodSync(work, 0o755);
const set = join(work, 'set');

/** Runs in a folder that is gone afterwards. */
const within = async <T>(name: string, run: (folder: string) => Promise<T>): Promise<T> => {
  const folder = mkdtempSync(join(work, `${name}-`));
  chmodSync(folder, 0o755);
  try {
    return await run(folder);
  } finally {
    rmSync(folder, { recursive: true });
  }
};

/** Seconds that the loader takes. */
const intoSqlite = (rows: number): Promise<number> =>
  within('sqlite', async (folder) => {
    const began = performance.now();
    const loader = join(import.meta.dirname, 'beside-sqlite.py');
    const { status, stdout, stderr } = spawnSync('python3', [loader, set, join(folder, 'imdb.db')], {
      encoding: 'utf8',
    });
    const took = seconds(began);
    if (status !== 0) throw new Error(`the loader failed: ${stderr}`);
    if (Number(stdout) !== rows) throw new Error(`the loader has ${stdout.trim()} of ${rows} rows`);
    return took;
  });

/** Seconds until the rows are in their tables, and until titles can be searched for. */
const intoProduct = (): Promise<readonly [tables: number, searchable: number]> =>
  within('kinodex', async (folder) => {
    const product = await startProduct(folder);
    try {
      const began = performance.now();
      let tables = Number.NaN;
      await product.command(['import', 'imdb-datasets', set], (line) => {
        if (Number.isNaN(tables) && line.includes('documents of titles')) tables = seconds(began);
      });
      return [tables, seconds(began)];
    } finally {
      await product.stop();
    }
  });

/** Tells how often the loader's time is in the product's, and answers it. */
const compare = (
  what: string,
  pairs: readonly (readonly [sqlite: number, kinodex: number])[],
  rows: number,
): number => {
  const ratios = pairs.map(([sqlite, kinodex]) => sqlite / kinodex);
  const [low, high, ratio] = [Math.min(...ratios), Math.max(...ratios), median(ratios)];
  const rate = (rows / median(pairs.map(([, kinodex]) => kinodex))).toFixed(0);
  say(
    `${what}: ${rate} rows a second, ratio ${ratio.toFixed(2)} (${low.toFixed(2)} to ${high.toFixed(2)}${high - low > 0.1 * ratio ? ': VOID, repeat on a quiet machine' : ''})`,
  );
  return ratio;
};

try {
  const files = await generate({ titles: Number(options.titles), out: set, gz: true });
  const rows = Object.values(files).reduce((sum, one) => sum + one, 0);
  say(
    `${cpus()[0]?.model}, ${cpus().length} cores, load ${(loadavg()[0] ?? 0).toFixed(1)}, Node.js ${process.version}`,
  );
  say(`${options.titles} titles, ${rows} rows`);
  const rounds: (readonly [sqlite: number, tables: number, searchable: number])[] = [];
  for (let round = 0; round < Number(options.rounds); round += 1) {
    const early = round % 2 === 0 ? await intoSqlite(rows) : undefined;
    const [tables, searchable] = await intoProduct();
    const sqlite = early ?? (await intoSqlite(rows));
    rounds.push([sqlite, tables, searchable]);
    say(
      `round ${round + 1}: SQLite ${sqlite.toFixed(1)} s, kinodex ${tables.toFixed(1)} s, searchable after ${searchable.toFixed(1)} s`,
    );
  }
  say(`a loader like imdb-sqlite: ${(rows / median(rounds.map(([sqlite]) => sqlite))).toFixed(0)} rows a second`);
  const ratio = compare(
    'kinodex, rows in their tables',
    rounds.map(([sqlite, tables]) => [sqlite, tables]),
    rows,
  );
  compare(
    'kinodex, searchable',
    rounds.map(([sqlite, , searchable]) => [sqlite, searchable]),
    rows,
  );
  if (!(ratio >= 1)) process.exitCode = 1;
} finally {
  rmSync(work, { recursive: true, force: true });
}
