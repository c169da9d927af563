/**
 * How much of a bare server's speed is left for a title. Every figure is a ratio of two servers in the same run, measured
 * A B A B A; ends with 1 when one of them is below its gate.
 * `node bench/http.ts [--seconds 4] [--only cold] [--profile folder]`: seconds a run, the comparisons whose name holds the
 * word, and where the product's processes leave their CPU profiles.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { cpus, loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import autocannon from 'autocannon';
import { TITLE_PART_NAMES } from '#contracts/catalog.ts';
import { addRecords } from '#server/modules/catalog/record.write.ts';
import { type Database, openDatabase } from '#server/platform/db/database.ts';
import { migrate } from '#server/platform/db/migrate.ts';
import { createLog } from '#server/platform/log.ts';
import { readSample } from '#server/sources/sample/read.ts';
import { POOL_SIZE, type Started, startContender } from './http-contender.ts';
import { FULL_TITLE, TITLE_ROW, TITLE_ROW_AS_JSON } from './http-sql.ts';
import { benchToken } from './people.ts';

const CONNECTIONS = 32;
const { seconds, only, profile } = parseArgs({
  options: {
    seconds: { type: 'string', default: '4' },
    only: { type: 'string', default: '' },
    profile: { type: 'string' },
  },
}).values;
const TITLE = '/api/v1/movie/tt0068646';
const FULL = `${TITLE}?include=all`;

interface Side {
  readonly name: string;
  readonly server: Started;
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly status?: number;
}

interface Measured {
  readonly rps: number;
  /** Microseconds of the server's CPU a request. */
  readonly cpu: number;
  readonly statements: number;
  readonly p99: number;
}

const urlOf = ({ server, path }: Side): string => `http://127.0.0.1:${server.port}${path}`;

const measure = async (side: Side, duration: number): Promise<Measured> => {
  const before = await side.server.stats();
  const result = await autocannon({
    url: urlOf(side),
    connections: CONNECTIONS,
    duration,
    ...(side.headers && { headers: side.headers }),
  });
  const after = await side.server.stats();
  const { total } = result.requests;
  const right = result.statusCodeStats[side.status ?? 200]?.count ?? 0;
  if (result.errors > 0 || right < total)
    throw new Error(`${side.name}: ${total - right} of ${total} answers are wrong`);
  return {
    rps: total / result.duration,
    cpu: (after.cpu - before.cpu) / total,
    statements: (after.statements - before.statements) / total,
    p99: result.latency.p99,
  };
};

const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[values.length >> 1] ?? Number.NaN;
const spread = (values: readonly number[]): number => (Math.max(...values) - Math.min(...values)) / median(values);
const round = (value: number, digits = 2): string => value.toFixed(digits);

/** Measures B against A, A first and last; answers the ratio of their requests a second. */
const compare = async (title: string, a: Side, b: Side, gate: number | null): Promise<boolean> => {
  if (!title.includes(only)) return true;
  for (const side of [a, b]) await measure(side, 2);
  const runs: Measured[][] = [[], []];
  for (const turn of [0, 1, 0, 1, 0]) runs[turn]?.push(await measure(turn === 0 ? a : b, Number(seconds)));
  const [as = [], bs = []] = runs;
  const of = (side: readonly Measured[], key: keyof Measured) => side.map((one) => one[key]);
  const ratio = median(of(bs, 'rps')) / median(of(as, 'rps'));
  // The generator shares the two cores and can be the slower half; the servers' own CPU time does not lie then.
  const byCpu = median(of(as, 'cpu')) / median(of(bs, 'cpu'));
  const spreadA = spread(of(as, 'rps'));
  const statements = Math.max(...of(bs, 'statements'));
  const ofServersAlone = statements < 0.01;
  const holds = (gate === null || (ratio >= gate && (!ofServersAlone || byCpu >= gate))) && statements <= 2;
  const told = [
    gate === null ? 'for information' : `gate ${round(gate)}: ${holds ? 'holds' : 'MISSED'}`,
    `spread of A ${round(spreadA * 100, 1)} %${spreadA > 0.1 ? ': VOID, repeat on a quiet machine' : ''}`,
  ];
  const cpuToo = ofServersAlone ? `, by the servers' CPU ${round(byCpu)}` : '';
  console.log(`\n${title}: ${round(ratio)}${cpuToo} (${told.join('; ')})`);
  for (const [letter, side, its] of [
    ['A', a, as],
    ['B', b, bs],
  ] as const) {
    const rps = of(its, 'rps').map((value) => round(value, 0));
    console.log(
      `  ${letter} ${side.name}: ${rps.join(', ')} requests/s; CPU ${round(median(of(its, 'cpu')), 1)} µs, ${round(median(of(its, 'statements')), 1)} statements a request; p99 ${median(of(its, 'p99'))} ms`,
    );
  }
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
  await db.transaction((tx) => addRecords(tx, records, 'sample'));
  await db.query('analyze');
  return benchToken(db);
};

const run = async (db: Database): Promise<boolean> => {
  const token = await prepare(db);
  const { connection } = db;
  const headers = { Authorization: `Bearer ${token}` };
  const started: Started[] = [];
  const start = async (...args: Parameters<typeof startContender>): Promise<Started> => {
    const server = await startContender(...args);
    started.push(server);
    return server;
  };
  try {
    const hot = await start({ as: 'product', connection, cached: true, audit: true }, profile);
    const unaudited = await start({ as: 'product', connection, cached: true, audit: false }, profile);
    const cold = await start({ as: 'product', connection, cached: false, audit: true }, profile);
    const answer = await fetch(`http://127.0.0.1:${hot.port}${TITLE}`, { headers });
    const body = await answer.text();
    const etag = answer.headers.get('ETag') ?? '';
    const bare = await start({ as: 'bare', body });
    const rawRow = await start({ as: 'raw-pg', connection, query: TITLE_ROW });
    const rawJson = await start({ as: 'raw-pg', connection, query: TITLE_ROW_AS_JSON });
    const rawFull = await start({ as: 'raw-pg', connection, query: FULL_TITLE });
    console.log(
      `the title: ${Buffer.byteLength(body)} bytes; ${CONNECTIONS} connections, ${seconds} s a run, pools of ${POOL_SIZE}`,
    );

    const title: Side = { name: 'hot title', server: hot, path: TITLE, headers };
    const coldTitle: Side = { name: 'cold title', server: cold, path: TITLE, headers };
    const checks = [
      await countStatements(cold, headers),
      await compare('hot title', { name: 'bare node:http', server: bare, path: TITLE }, title, 0.5),
      await compare('hot title, audited', { name: 'not audited', server: unaudited, path: TITLE, headers }, title, 0.9),
      await compare(
        'unchanged title',
        title,
        { name: '304', server: hot, path: TITLE, headers: { ...headers, 'If-None-Match': etag }, status: 304 },
        1,
      ),
      await compare('cold title', { name: 'bare node:http and pg', server: rawRow, path: TITLE }, coldTitle, 0.75),
      await compare(
        'cold title, JSON by PostgreSQL on both sides',
        { name: 'bare node:http and pg', server: rawJson, path: TITLE },
        coldTitle,
        null,
      ),
      await compare(
        'cold title with all parts',
        { name: 'bare node:http and one statement', server: rawFull, path: FULL },
        { name: 'cold title with all parts', server: cold, path: FULL, headers },
        null,
      ),
    ];
    return checks.every(Boolean);
  } finally {
    for (const server of started) server.stop();
  }
};

console.log(`${cpus()[0]?.model}, ${cpus().length} cores, load ${round(loadavg()[0] ?? 0)}, Node ${process.version}`);
const dataFolder = mkdtempSync(join(tmpdir(), 'kinodex-bench-'));
const db = await openDatabase({ dataFolder, log: createLog({ level: 'error' }), role: 'serve', poolSize: 2 });
try {
  process.exitCode = (await run(db)) ? 0 : 1;
} finally {
  await db.close();
  rmSync(dataFolder, { recursive: true, force: true });
}
