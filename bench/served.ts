/**
 * How much of a bare server's speed is left for a title, taken through the product as it starts for a user, with the
 * embedded catalogue: its answer kept, unchanged, cold, with all parts, and asked for by twice as many callers.
 *   node bench/served.ts [--rounds 3] [--only cold]
 * In turns as bench/http.ts has it. Cold are titles whose addresses are written in another way for each request, so that no
 * answer is kept: a thousand titles one after the other, and two hundred with all parts, copies of the one that has them.
 */
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { cpus, loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Database } from '#server/platform/db/database.ts';
import { openDatabase } from '#server/platform/db/open.ts';
import { addresses } from './addresses.ts';
import { compare, round } from './compare.ts';
import { cpuOf } from './cpu.ts';
import type { Contender, Started } from './http-contender.ts';
import { FULL_TITLE, TITLE_ROW } from './http-sql.ts';
import { startProduct } from './import-product.ts';
import { log } from './log.ts';
import { CONNECTIONS, type Side } from './turns.ts';

const ID = 'tt0068646';
const TITLE = `/api/v1/movie/${ID}`;
const FULL = '?include=all';

/** Titles that are asked for cold. */
const MOST_TITLES = 1_000;

const folder = mkdtempSync(join(tmpdir(), 'kinodex-served-'));
// PostgreSQL may run as a user of its own, who has to come in.
chmodSync(folder, 0o755);

// Addresses of pictures stand in answers; they are to be the same after each start, whatever the port.
process.env.PUBLIC_URL = 'http://127.0.0.1:8080';

/** Titles with all parts: as many like the one that the embedded catalogue has. */
const FULL_TITLES = 200;
const FIRST_COPY = 5_000_001;

/** Copies of that title with all that is its own. Answers their ids. */
const copyFull = async (db: Database): Promise<readonly string[]> => {
  const key = Number(ID.slice(2));
  const copied = async (table: string, column: string): Promise<void> => {
    await db.query(
      `insert into ${table} select (jsonb_populate_record(o, jsonb_build_object('${column}', n))).*
        from ${table} o cross join generate_series($2::bigint, $3) n where o.${column} = $1`,
      [key, FIRST_COPY, FIRST_COPY + FULL_TITLES - 1],
    );
  };
  await copied('title', 'id');
  for (const table of ['aka', 'credit', 'title_list', 'title_origin']) await copied(table, 'title_id');
  await db.query('analyze title, aka, credit, title_list, title_origin');
  return Array.from({ length: FULL_TITLES }, (_, at) => `tt${FIRST_COPY + at}`);
};

/** A token that lasts, what the title is answered with, and where the database will be: all of the same folder. */
const prepare = async () => {
  const product = await startProduct(folder);
  try {
    const create = ['token', 'create', '--email', 'bench@example.org', '--requests', '100000000'];
    const headers = { Authorization: `Bearer ${(await product.command(create)).trim()}` };
    // Each encoding has a tag of its own, and the load asks for none.
    const plain = { ...headers, 'Accept-Encoding': 'identity' };
    const answer = await fetch(`${product.origin}${TITLE}`, { headers: plain });
    const db = await openDatabase({ dataFolder: folder, dataFolderPinned: true, log, role: 'tool', poolSize: 1 });
    const { connection } = db;
    const { rows } = await db.query<{ id: string }>('select title_ref(id) as id from title order by id limit $1', [
      MOST_TITLES,
    ]);
    const full = await copyFull(db);
    await db.close();
    return {
      headers,
      body: await answer.text(),
      etag: answer.headers.get('ETag') ?? '',
      connection,
      ids: rows.map(({ id }) => id),
      full,
    };
  } finally {
    await product.stop();
  }
};

console.log(`${cpus()[0]?.model}, ${cpus().length} cores, load ${round(loadavg()[0] ?? 0)}, Node ${process.version}`);
try {
  const { headers, body, etag, connection, ids, full } = await prepare();
  const is = async (): Promise<Started> => {
    const { origin, pid, stop } = await startProduct(folder);
    // How many statements it runs is seen from within only.
    const stats = async () => ({ cpu: cpuOf(pid()) * 1e6, statements: Number.NaN });
    return { port: Number(new URL(origin).port), stats, stop };
  };
  const title: Side = { name: 'title', is, path: TITLE, headers };
  const rawPg = (query: typeof TITLE_ROW): Contender => ({ as: 'raw-pg', connection, query });
  const cold = (of: readonly string[], query = ''): Side['path'] => {
    const next = addresses(of);
    return () => `${next()}${query}`;
  };
  const checks = [
    await compare('hot title', { name: 'bare node:http', is: { as: 'bare', body }, path: TITLE }, title, 0.35),
    await compare(
      'unchanged title',
      title,
      { ...title, name: '304', headers: { ...headers, 'If-None-Match': etag }, status: 304 },
      1.1,
    ),
    await compare(
      'cold title',
      { name: 'bare node:http and pg', is: rawPg(TITLE_ROW), path: cold(ids) },
      { ...title, name: 'cold title', path: cold(ids) },
      0.65,
    ),
    await compare(
      'cold title with all parts',
      { name: 'bare node:http and one statement', is: rawPg(FULL_TITLE), path: cold(full, FULL) },
      { ...title, name: 'cold title with all parts', path: cold(full, FULL) },
      0.6,
    ),
    await compare(
      'twice as many callers',
      title,
      { ...title, name: `${2 * CONNECTIONS} connections`, connections: 2 * CONNECTIONS },
      0.8,
    ),
  ];
  if (!checks.every(Boolean)) process.exitCode = 1;
} finally {
  rmSync(folder, { recursive: true, force: true });
}
