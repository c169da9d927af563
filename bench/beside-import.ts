/**
 * The import beside a loader in the manner of imdb-sqlite (Python, SQLite without journal, primary keys while it loads and
 * its other indexes afterwards), of the same packed files, in turns: node bench/beside-import.ts [--titles 100000] [--rounds 3]
 * The product's is the command `kinodex import` beside a product that serves with its embedded catalogue; at its end titles
 * can be searched for. imdb-sqlite has no search: that is on the product's side only. Both count the rows of the files.
 */
import { spawnSync } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { cpus, loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { generate } from './generate/generate.ts';
import { startProduct } from './import-product.ts';
import { percentile } from './load.ts';

const { values: options } = parseArgs({
  options: { titles: { type: 'string', default: '100000' }, rounds: { type: 'string', default: '3' } },
});
const say = (text: string): void => void process.stdout.write(`${text}\n`);
const median = (values: readonly number[]): number => percentile(values, 0.5);

const work = mkdtempSync(join(tmpdir(), 'kinodex-beside-'));
chmodSync(work, 0o755);
const set = join(work, 'set');

/** Seconds of work in a folder that is gone afterwards. */
const timed = async (name: string, run: (folder: string) => Promise<number>): Promise<number> => {
  const folder = mkdtempSync(join(work, `${name}-`));
  chmodSync(folder, 0o755);
  const took = await run(folder);
  rmSync(folder, { recursive: true });
  return took;
};

const intoSqlite = (rows: number): Promise<number> =>
  timed('sqlite', async (folder) => {
    const began = performance.now();
    const loader = join(import.meta.dirname, 'beside-sqlite.py');
    const { status, stdout, stderr } = spawnSync('python3', [loader, set, join(folder, 'imdb.db')], {
      encoding: 'utf8',
    });
    const took = (performance.now() - began) / 1_000;
    if (status !== 0) throw new Error(`the loader failed: ${stderr}`);
    if (Number(stdout) !== rows) throw new Error(`the loader has ${stdout.trim()} of ${rows} rows`);
    return took;
  });

const intoProduct = (): Promise<number> =>
  timed('kinodex', async (folder) => {
    const product = await startProduct(folder);
    try {
      const began = performance.now();
      await product.command(['import', 'imdb-datasets', set]);
      return (performance.now() - began) / 1_000;
    } finally {
      await product.stop();
    }
  });

try {
  const files = await generate({ titles: Number(options.titles), out: set, gz: true });
  const rows = Object.values(files).reduce((sum, one) => sum + one, 0);
  say(
    `${cpus()[0]?.model}, ${cpus().length} cores, load ${(loadavg()[0] ?? 0).toFixed(1)}, Node.js ${process.version}`,
  );
  say(`${options.titles} titles, ${rows} rows`);
  const pairs: [sqlite: number, kinodex: number][] = [];
  for (let round = 0; round < Number(options.rounds); round += 1) {
    const first = round % 2 === 0 ? await intoSqlite(rows) : await intoProduct();
    const second = round % 2 === 0 ? await intoProduct() : await intoSqlite(rows);
    const [sqlite, kinodex] = round % 2 === 0 ? [first, second] : [second, first];
    pairs.push([sqlite, kinodex]);
    say(`round ${round + 1}: SQLite ${sqlite.toFixed(1)} s, kinodex ${kinodex.toFixed(1)} s`);
  }
  const rate = (at: 0 | 1): string => (rows / median(pairs.map((pair) => pair[at]))).toFixed(0);
  const ratios = pairs.map(([sqlite, kinodex]) => sqlite / kinodex);
  const [low, high, ratio] = [Math.min(...ratios), Math.max(...ratios), median(ratios)];
  say(`a loader like imdb-sqlite ${rate(0)} rows a second; kinodex ${rate(1)}, searchable at the end`);
  say(
    `ratio ${ratio.toFixed(2)} (${low.toFixed(2)} to ${high.toFixed(2)}${high - low > 0.1 * ratio ? ': VOID, repeat on a quiet machine' : ''}; at least 1.00)`,
  );
  if (ratio < 1) process.exitCode = 1;
} finally {
  rmSync(work, { recursive: true, force: true });
}
