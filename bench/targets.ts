/** What is measured, by the numbers of the table in docs/benchmarks.md, and the command whose output tells each figure. */

export interface Target {
  readonly id: string;
  readonly what: string;
  readonly against: string;
  readonly must: string;
  readonly top: string;
  /** Arguments for Node.js; `DATA` stands for the folder of bench/size.ts, and a part with it is left out without one. */
  readonly command: string;
  /** Finds the figure in what the command prints: all that it captures, of which what the machine lacks may be missing. */
  readonly figure: RegExp;
  readonly unit?: string;
}

const SERVED = 'bench/served.ts --rounds 1';
const HTTP = 'bench/http.ts --rounds 1 --only audited';
const IMPORT = 'bench/import.ts --titles 200000';
/** Makes the catalogues in `DATA`. */
export const SIZE = 'bench/size.ts --sizes 10000,100000,1000000,10000000 --folder DATA';
const START = 'bench/start.ts';
const LIGHT = 'bench/lighthouse.ts';
const LIVE = 'bench/live.ts';

const target = (
  id: string,
  [what, against]: readonly [string, string],
  [must, top]: readonly [string, string],
  [command, figure, unit]: readonly [string, RegExp, string?],
): Target => ({ id, what, against, must, top, command, figure, ...(unit !== undefined && { unit }) });

export const TARGETS: readonly Target[] = [
  target(
    'P1',
    ['a kept title, all on', 'bare node:http, the same bytes'],
    ['≥ 0.35', '≥ 0.50'],
    [SERVED, /^hot title: ([\d.]+)/m],
  ),
  target('P2', ['the same, unchanged (304)', 'P1'], ['≥ 1.1', '≥ 1.3'], [SERVED, /^unchanged title: ([\d.]+)/m]),
  target(
    'P3',
    ['a title that is not kept', 'node:http and a prepared SELECT'],
    ['≥ 0.65', '≥ 0.85'],
    [SERVED, /^cold title: ([\d.]+)/m],
  ),
  target(
    'P4',
    ['a title with all parts, not kept', 'node:http and one statement'],
    ['≥ 0.60', '≥ 0.80'],
    [SERVED, /^cold title with all parts: ([\d.]+)/m],
  ),
  target(
    'P6',
    ['a kept title, 64 connections', 'rate with 32'],
    ['≥ 0.80', '≥ 0.95'],
    [SERVED, /^twice as many callers: ([\d.]+)/m],
  ),
  target(
    'P7',
    ['checking a session token', 'its HMAC alone'],
    ['≤ 2', '≤ 1.2'],
    ['bench/jwt.ts', /^token against HMAC ([\d.]+)/m],
  ),
  target(
    'P8',
    ['an exact quota by Redis', 'one INCR'],
    ['≤ 1.5', '≤ 1.1'],
    ['bench/quota.ts', /against INCR: .*ratio ([\d.]+)/],
  ),
  target(
    'P9',
    ['a kept title, audited', 'not audited'],
    ['≥ 0.85', '≥ 0.95'],
    [HTTP, /^hot title, audited: ([\d.]+)/m],
  ),
  target(
    'P10',
    ['writing the audit', 'unnest of 500, indexed alike'],
    ['≥ 0.7', '≥ 0.9'],
    ['bench/audit.ts --rows 1000000', /drain: .*ratio ([\d.]+)/],
  ),
  target(
    'P11',
    ['first import of a set', 'COPY of its rows, indexed alike, without search'],
    ['≤ 2.5', '≤ 1.2'],
    [IMPORT, /import \/ COPY\s+([\d.]+)/],
  ),
  target(
    'P12',
    ['import, rows in their tables with all indexes', 'a loader like imdb-sqlite, rows a second'],
    ['≥ 1.0', '≥ 1.8'],
    ['bench/beside-import.ts', /in their tables: .*ratio ([\d.]+)/],
  ),
  target(
    'P13',
    ['import of the same set again; its WAL', 'first import'],
    ['≤ 0.5; ≤ 0.01', '≤ 0.2'],
    [IMPORT, /unchanged \/ first import\s+([\d.]+)[\s\S]*WAL again \/ first import\s+([\d.]+)/],
  ),
  target(
    'P14',
    ['import with 1 % changed', 'first import'],
    ['≤ 0.6', '≤ 0.3'],
    [IMPORT, /changed 1 % \/ first import\s+([\d.]+)/],
  ),
  target(
    'P15',
    ['a reader while it is imported, p99; answers', 'before'],
    ['≤ 5; ≥ 0.5', '–; ≥ 0.7'],
    [IMPORT, /reader meanwhile \/ before\s+([\d.]+) \(p99\), ([\d.]+)/],
  ),
  target(
    'P16',
    ['a search over HTTP, p50; p99', 'its statements'],
    ['≤ 1.5; ≤ 2', '≤ 1.2'],
    ['bench/search-http.ts --data DATA/1000000', /p50 ([\d.]+), p99 ([\d.]+)/],
  ),
  target(
    'P17',
    ['search at 1 million, slowest p99 of words and typos', 'in itself'],
    ['≤ 50', '≤ 25'],
    [SIZE, /^search at a million: ([\d.]+)/m, 'ms'],
  ),
  target(
    'P18',
    ['search at 10 million, the slowest p99', 'P17'],
    ['≤ 3', '≤ 2'],
    [SIZE, /^search at ten million: ([\d.]+)/m],
  ),
  target(
    'P19',
    ['pages of log, audit and notifications at 10 million rows', 'the first at 10,000 rows'],
    ['≤ 5', '≤ 2'],
    ['bench/lists.ts', /at most ([\d.]+) times as long/],
  ),
  target(
    'P20',
    ['live feed to 500, processor', 'a bare loop over ws'],
    ['≤ 1.5', '≤ 1.1'],
    [LIVE, /\(([\d.]+) times\)/],
  ),
  target(
    'P21',
    ['event to client, p99; lost', 'in itself'],
    ['≤ 250; 0', '≤ 50'],
    [LIVE, /within: ([\d.]+) ms; lost: (\d+)/, 'ms'],
  ),
  target(
    'P22',
    ['two nodes on the cores of one', 'one node'],
    ['≥ 0.9', '≥ 0.95'],
    ['bench/nodes.ts', /two against one ([\d.]+)/],
  ),
  target(
    'P23',
    ['memory at rest; after 10 minutes of load', 'bare node:http'],
    ['≤ 2.5; ≤ 6', '≤ 2; ≤ 4'],
    ['bench/memory.ts', /at rest .*?, ([\d.]+) x[\s\S]*after the load .*?, ([\d.]+) x/],
  ),
  target(
    'P25',
    ['start again to the first answer, embedded; on a PostgreSQL that runs', 'in itself'],
    ['≤ 1.5; ≤ 0.8', '≤ 0.8; ≤ 0.4'],
    [START, /again\s+first answer ([\d.]+)(?:[\s\S]*PostgreSQL\s+first answer ([\d.]+))?/, 's'],
  ),
  target(
    'P26',
    ['fresh clone to the first answer', 'in itself'],
    ['≤ 90', '≤ 30'],
    [START, /fresh clone first answer ([\d.]+)/, 's'],
  ),
  target(
    'P27',
    ['on the disk; packages', 'in itself'],
    ['≤ 120; ≤ 250', '≤ 60'],
    ['bench/weight.ts', /([\d.]+) MB, (\d+) packages/, 'MB'],
  ),
  target(
    'P28',
    ['KB of scripts of the first page, packed; of styles; requests that its first paint waits for', 'in itself'],
    ['≤ 150; ≤ 60; ≤ 6', '≤ 90; –; ≤ 4'],
    [
      'node_modules/vitest/vitest.mjs run --project embedded test/web/weight.test.ts',
      /first page: (\d+)\d{3} bytes of scripts, (\d+)\d{3} of styles; (\d+) requests/,
    ],
  ),
  target(
    'P29',
    ['Lighthouse, phone: performance; accessibility; practices', 'in itself'],
    ['≥ 90; 100; ≥ 95', '98; 100; 100'],
    [LIGHT, /performance (\d+)[\s\S]*accessibility (\d+)[\s\S]*practices (\d+)/],
  ),
  target(
    'P30',
    ['layout shift; pictures of the first page', 'in itself'],
    ['≤ 0.05; ≤ 300 KB', '0'],
    [LIGHT, /shift ([\d.]+)[\s\S]*pictures (\d+)/],
  ),
  target(
    'P31',
    ['execute now to EXECUTING, p99; from its time by cron', 'in itself'],
    ['≤ 300; ≤ 1,000', '≤ 50; ≤ 100'],
    ['bench/tasks.ts', /that order to EXECUTING: .*99 % ([\d.]+)[\s\S]*its time to EXECUTING: .*99 % ([\d.]+)/, 'ms'],
  ),
  target(
    'P32',
    ['all public calls, 200 a second, 1 million titles, p99', 'in itself'],
    ['≤ 300', '≤ 25'],
    ['bench/public.ts --data DATA/1000000', /^all public calls: p99 ([\d.]+)/m, 'ms'],
  ),
];
