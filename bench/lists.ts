/**
 * Lists of the back-office at size, over HTTP from the product as a user starts it: node bench/lists.ts [--rows 10000000] [--folder DIR] [--filled]
 *   the log: first page and the one at line 10,000 (kept: ≤ 50 ms), searches for texts of all kinds (kept: ≤ 300 ms);
 *   the audit: pages, filters, histogram, clients; pages of notifications; the dashboard.
 * Each figure is the first, the least and the median of some rounds. The same is asked of 10,000 rows before, and of ten times
 * as many again and again, and the exponent of each list's growth is told. With --filled the folder holds the rows already and
 * stays, and nothing is asked before.
 */

import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { exponentOf } from './exponent.ts';
import { fillBoth, PASSWORD, signIn } from './filled.ts';
import { startProduct } from './import-product.ts';
import { percentile } from './load.ts';

const { values: options } = parseArgs({
  options: {
    rows: { type: 'string', default: '10000000' },
    folder: { type: 'string', default: tmpdir() },
    rounds: { type: 'string', default: '7' },
    filled: { type: 'boolean', default: false },
  },
});
const [total, rounds] = [Number(options.rows), Number(options.rounds)];
const say = (text: string): void => void process.stdout.write(`${text}\n`);

/** What growth is measured against, and by how much each size is larger than the one before. */
const FEW = 10_000;
const STEP = 10;
const DAY_MS = 86_400_000;
const day = new Date(Date.now() - 5 * DAY_MS).toISOString().slice(0, 10);
const DAY = `startDate=${day}T00:00:00Z&endDate=${day}T23:59:59Z`;
const LOGS = '/api/admin/logs';
const AUDIT = '/api/admin/audit';
const CASES: readonly (readonly [name: string, path: string, most: number | null])[] = [
  ['log: first page', `${LOGS}?regs=20`, 50],
  ['log: page at line 10,000', `${LOGS}?regs=20&page=501`, 50],
  ['log: text in half of the lines', `${LOGS}?log=finished`, 300],
  ['log: text in 1 of 1,000', `${LOGS}?log=seldom`, 300],
  ['log: text in 10 lines', `${LOGS}?log=xyl`, 300],
  ['log: text nowhere', `${LOGS}?log=qqq`, 300],
  ['log: common parts, nowhere', `${LOGS}?log=import%20of%20records`, 300],
  ['log: words in another order', `${LOGS}?log=request%20http`, 300],
  ['log: an email', `${LOGS}?log=person4711@example.org`, 300],
  ['log: text, a day and ERROR', `${LOGS}?log=request&level=ERROR&${DAY}`, 300],
  ['log: text and category', `${LOGS}?log=medium&category=5`, 300],
  ['log: histogram', `${LOGS}/histogram`, null],
  ['audit: first page', `${AUDIT}?regs=20`, null],
  ['audit: page at row 10,000', `${AUDIT}?regs=20&page=500`, null],
  ['audit: a client address', `${AUDIT}?ip=192.0.2.9`, null],
  ['audit: 5xx', `${AUDIT}?status=5xx`, null],
  ['audit: part of an address', `${AUDIT}?uri=tt0004711`, null],
  ['audit: histogram', `${AUDIT}/histogram`, null],
  ['audit: top clients', `${AUDIT}/clients?order=requests`, null],
  ['notifications: first page', '/api/admin/notifications?regs=20', null],
  ['notifications: page at 10,000', '/api/admin/notifications?regs=20&page=500', null],
  ['dashboard', '/api/admin/dashboard', null],
];

/** The median of each list, in ms, by its name. */
const timed = async (work: string): Promise<ReadonlyMap<string, number>> => {
  const product = await startProduct(work);
  const medians = new Map<string, number>();
  try {
    const headers = { authorization: `Bearer ${await signIn(product)}` };
    for (const [name, path, most] of CASES) {
      const times: number[] = [];
      let told = '';
      for (let round = 0; round < rounds; round++) {
        const began = performance.now();
        const answer = await fetch(`${product.origin}${path}`, { headers });
        const body = (await answer.json()) as { readonly total?: number | null };
        times.push(performance.now() - began);
        told = `${answer.status}, total ${body.total ?? '–'}${answer.headers.get('X-Total-Relation') ? '+' : ''}`;
        const since = answer.headers.get('X-Searched-Since');
        if (since) told += `, since ${since}`;
        if (answer.status !== 200) process.exitCode = 1;
      }
      const p50 = percentile(times, 0.5);
      medians.set(name, p50);
      if (most !== null && p50 > most) process.exitCode = 1;
      const verdict =
        most === null ? '' : `${(p50 / most).toFixed(2)} of ${most} ms: ${p50 <= most ? 'holds' : 'MISSED'}`;
      const ms = (time: number): string => `${time.toFixed(1)} ms`;
      say(
        `${name.padEnd(32)} first ${ms(times[0] ?? 0)}, least ${ms(Math.min(...times))}, p50 ${ms(p50)}; ${told}  ${verdict}`,
      );
    }
    say(`load ${(loadavg()[0] ?? 0).toFixed(1)}`);
  } finally {
    await product.stop();
  }
  return medians;
};

const timedWith = async (rows: number): Promise<ReadonlyMap<string, number>> => {
  const work = mkdtempSync(join(options.folder, 'kinodex-bench-lists-'));
  chmodSync(work, 0o711);
  try {
    await fillBoth(work, { total: rows, notifications: rows, say });
    return await timed(work);
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
};

process.env.KINODEX_ADMIN_PASSWORD = PASSWORD;
const sizes = [total];
if (!options.filled) for (let rows = total / STEP; rows >= FEW; rows /= STEP) sizes.unshift(rows);
const measured: (readonly [rows: number, medians: ReadonlyMap<string, number>])[] = [];
for (const rows of sizes) {
  say(`\n${rows.toLocaleString('en')} rows`);
  measured.push([rows, options.filled ? await timed(options.folder) : await timedWith(rows)]);
}
const [, many] = measured.at(-1) as (typeof measured)[number];
const pages = [...many].filter(([name]) => name.includes('page'));
if (measured.length > 1) {
  say(`\np50 in ms by rows: ${sizes.map((rows) => rows.toLocaleString('en')).join(', ')}`);
  for (const [name] of CASES) {
    const times = measured.map(([rows, medians]) => [rows, medians.get(name) ?? Number.NaN] as const);
    const told = times.map(([, ms]) => ms.toFixed(1).padStart(7)).join(' ');
    say(`${name.padEnd(32)} ${told}   exponent ${exponentOf(times).toFixed(2)}`);
  }
}
say(`slowest page ${Math.max(...pages.map(([, ms]) => ms)).toFixed(1)} ms`);
const [first] = measured;
if (first && first[0] === FEW && measured.length > 1) {
  const firstOf = (name: string): number => first[1].get(`${name.split(':')[0]}: first page`) ?? 0;
  const growth = Math.max(...pages.map(([name, ms]) => ms / firstOf(name)));
  say(`pages took at most ${growth.toFixed(2)} times as long as the first ones of ${FEW} rows`);
}
