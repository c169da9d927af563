/**
 * How much of a bare server's speed is left for a title. Every figure is the median of ratios of two servers that are
 * measured in turns of two seconds, so that a machine whose speed changes is no help to either; ends with 1 when one of them
 * is below its gate.
 * `node bench/http.ts [--rounds 3] [--only cold] [--profile folder]`: how often both are started anew, the comparisons
 * whose name holds the word, and where the product's processes leave their CPU profiles.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { cpus, loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { TITLE_PART_NAMES } from '#contracts/catalog.ts';
import { applyRecords } from '#server/modules/catalog/apply.service.ts';
import type { Database } from '#server/platform/db/database.ts';
import { migrate } from '#server/platform/db/migrate.ts';
import { openDatabase } from '#server/platform/db/open.ts';
import { readSample } from '#server/sources/sample/read.ts';
import { type Contender, POOL_SIZE, type Started, startContender } from './http-contender.ts';
import { FULL_TITLE, TITLE_ROW, TITLE_ROW_AS_JSON } from './http-sql.ts';
import { percentile } from './load.ts';
import { log } from './log.ts';
import { benchToken } from './people.ts';
import { CONNECTIONS, inTurns, type Side, SLICE, type Slice } from './turns.ts';

const { rounds, only, profile } = parseArgs({
  options: {
    rounds: { type: 'string', default: '3' },
    only: { type: 'string', default: '' },
    profile: { type: 'string' },
  },
}).values;
const TITLE = '/api/v1/movie/tt0068646';
const FULL = `${TITLE}?include=all`;

const median = (values: readonly number[]): number => percentile(values, 0.5);
const sum = (values: readonly number[]): number => values.reduce((all, one) => all + one, 0);
const round = (value: number, digits = 2): string => value.toFixed(digits);

const summaryOf = (slices: readonly Slice[]) => {
  const of = (key: keyof Slice) => slices.map((one) => one[key]);
  const answers = sum(of('answers'));
  return {
    rps: median(of('rps')),
    cpu: sum(of('cpu')) / answers,
    statements: sum(of('statements')) / answers,
    p99: median(of('p99')),
  };
};

/** Measures B against A; answers whether the median of their ratios reaches the gate. */
const compare = async (title: string, a: Side, b: Side, gate: number | null): Promise<boolean> => {
  if (!title.includes(only)) return true;
  const pairs = await inTurns(a, b, Number(rounds), profile);
  const ratios = pairs.map(([ofA, ofB]) => ofB.rps / ofA.rps);
  const ratio = median(ratios);
  const [low, high] = [percentile(ratios, 0.25), percentile(ratios, 0.75)];
  const [sumA, sumB] = [summaryOf(pairs.map(([one]) => one)), summaryOf(pairs.map(([, one]) => one))];
  const byCpu = sumA.cpu / sumB.cpu;
  const holds = (gate === null || ratio >= gate) && sumB.statements <= 2;
  const told = [
    gate === null ? 'for information' : `gate ${round(gate)}: ${holds ? 'holds' : 'MISSED'}`,
    `middle half of ${pairs.length} pairs ${round(low)} to ${round(high)}${high - low > 0.1 * ratio ? ': VOID, repeat on a quiet machine' : ''}`,
  ];
  console.log(`\n${title}: ${round(ratio)}, by the servers' CPU ${round(byCpu)} (${told.join('; ')})`);
  for (const [letter, side, its] of [
    ['A', a, sumA],
    ['B', b, sumB],
  ] as const)
    console.log(
      `  ${letter} ${side.name}: ${round(its.rps, 0)} requests/s; CPU ${round(its.cpu, 1)} µs, ${round(its.statements, 1)} statements a request; p99 ${round(its.p99, 1)} ms`,
    );
  return holds;
};

/** Every part by itself, on a server that keeps no answers: at most two statements each. */
const countStatements = async (cold: Started, headers: Record<string, string>): Promise<boolean> => {
  const paths = [TITLE, FULL, ...TITLE_PART_NAMES.map((part) => `${TITLE}/${part}`)];
  let most = 0;
  for (const path of paths) {
    const before = await cold.stats();
    const answer = await fetch(`http://127.0.0.1:${cold.port}${path}`, { headers });
    await answer.arrayBuffer();
    most = Math.max(most, (await cold.stats()).statements - before.statements);
  }
  console.log(
    `\nSQL statements a request, ${paths.length} addresses: at most ${most} (gate 2: ${most <= 2 ? 'holds' : 'MISSED'})`,
  );
  return most <= 2;
};

const prepare = async (db: Database): Promise<string> => {
  await migrate(db.pool, join(import.meta.dirname, '..', 'migrations'));
  const records = readSample();
  await db.transaction((tx) => applyRecords(tx, records, 'sample'));
  await db.query('analyze');
  return benchToken(db);
};

const run = async (db: Database): Promise<boolean> => {
  const token = await prepare(db);
  const { connection } = db;
  const headers = { Authorization: `Bearer ${token}` };
  const hot = { as: 'product', connection, cached: true, audit: true } as const;
  const cold = { ...hot, cached: false } as const;
  const rawPg = (query: typeof TITLE_ROW): Contender => ({ as: 'raw-pg', connection, query });
  const server = await startContender(cold);
  try {
    const answer = await fetch(`http://127.0.0.1:${server.port}${TITLE}`, { headers });
    const body = await answer.text();
    const etag = answer.headers.get('ETag') ?? '';
    console.log(
      `the title: ${Buffer.byteLength(body)} bytes; ${CONNECTIONS} connections, turns of ${SLICE} ms, pools of ${POOL_SIZE}`,
    );

    const title: Side = { name: 'hot title', is: hot, path: TITLE, headers };
    const coldTitle: Side = { name: 'cold title', is: cold, path: TITLE, headers };
    const checks = [
      await countStatements(server, headers),
      await compare('hot title', { name: 'bare node:http', is: { as: 'bare', body }, path: TITLE }, title, 0.5),
      await compare(
        'hot title, audited',
        { name: 'not audited', is: { ...hot, audit: false }, path: TITLE, headers },
        title,
        0.9,
      ),
      await compare(
        'unchanged title',
        title,
        { name: '304', is: hot, path: TITLE, headers: { ...headers, 'If-None-Match': etag }, status: 304 },
        1,
      ),
      await compare(
        'cold title',
        { name: 'bare node:http and pg', is: rawPg(TITLE_ROW), path: TITLE },
        coldTitle,
        0.75,
      ),
      await compare(
        'cold title, JSON by PostgreSQL on both sides',
        { name: 'bare node:http and pg', is: rawPg(TITLE_ROW_AS_JSON), path: TITLE },
        coldTitle,
        null,
      ),
      await compare(
        'cold title with all parts',
        { name: 'bare node:http and one statement', is: rawPg(FULL_TITLE), path: FULL },
        { name: 'cold title with all parts', is: cold, path: FULL, headers },
        null,
      ),
    ];
    return checks.every(Boolean);
  } finally {
    server.stop();
  }
};

console.log(`${cpus()[0]?.model}, ${cpus().length} cores, load ${round(loadavg()[0] ?? 0)}, Node ${process.version}`);
const dataFolder = mkdtempSync(join(tmpdir(), 'kinodex-bench-'));
const db = await openDatabase({ dataFolder, log, role: 'serve', poolSize: 2 });
try {
  process.exitCode = (await run(db)) ? 0 : 1;
} finally {
  await db.close();
  rmSync(dataFolder, { recursive: true, force: true });
}
