/**
 * Search, completion and filters at size, on the embedded server: p50, p95 and p99 of each class of query, through the services.
 *   node bench/search.ts --titles 1000000 [--folder /tmp/kinodex-bench-search] [--rounds 300] [--only 'words;typo'] [--rebuild]
 * The folder keeps the catalogue between runs.
 */
import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { rebuildDocuments } from '#server/modules/search/document.service.ts';
import { createSearch } from '#server/modules/search/search.service.ts';
import type { Database } from '#server/platform/db/database.ts';
import { migrate } from '#server/platform/db/migrate.ts';
import { openDatabase } from '#server/platform/db/open.ts';
import { log } from './log.ts';
import { fillCatalogue } from './search-data.ts';
import { createQueries } from './search-queries.ts';

const { values: options } = parseArgs({
  options: {
    titles: { type: 'string', default: '100000' },
    folder: { type: 'string', default: '/tmp/kinodex-bench-search' },
    rounds: { type: 'string', default: '300' },
    only: { type: 'string' },
    rebuild: { type: 'boolean', default: false },
  },
});
const titles = Number(options.titles);
const rounds = Number(options.rounds);
const say = (text: string): void => void process.stdout.write(`${text}\n`);
const load = (): string => readFileSync('/proc/loadavg', 'utf8').split(' ').slice(0, 3).join(' ');

const timed = async (name: string, work: () => Promise<unknown>): Promise<void> => {
  const began = performance.now();
  await work();
  say(`${name}: ${((performance.now() - began) / 1000).toFixed(1)} s`);
};

const prepare = async (db: Database): Promise<void> => {
  const { rows } = await db.query('select 1 from title limit 1');
  if (rows.length === 0) {
    await timed('catalogue', () => fillCatalogue(db, titles));
    const client = await db.pool.connect();
    await client.query('set statement_timeout = 0');
    await timed('vacuum analyze', () => client.query('vacuum analyze title, aka, person, credit'));
    client.release(true);
  }
  const documents = await db.query('select 1 from title_document limit 1');
  if (documents.rows.length > 0 && !options.rebuild) return;
  await timed('documents', () =>
    db.transaction(async (tx) => {
      await tx.query('set local statement_timeout = 0');
      await rebuildDocuments(tx, 'all');
    }),
  );
};

const sizes = async (db: Database): Promise<void> => {
  const { rows } = await db.query<{ name: string; table: string; indexes: string; rows: number }>(
    `select c.relname as name, pg_size_pretty(pg_table_size(c.oid)) as table, pg_size_pretty(pg_indexes_size(c.oid)) as indexes, c.reltuples::bigint as rows
      from pg_class c where c.relkind = 'r' and c.relname ~ '^(title_document_|person_document_|search_word|title$|aka$|person$|credit$)' order by 1`,
  );
  for (const one of rows)
    say(
      `${one.name.padEnd(20)} ${String(one.rows).padStart(10)} rows  ${one.table.padStart(9)} + ${one.indexes} of indexes`,
    );
};

const db = await (async () => {
  const dataFolder = join(options.folder, String(titles));
  mkdirSync(dataFolder, { recursive: true });
  return openDatabase({ dataFolder, dataFolderPinned: true, log, role: 'serve', poolSize: 1 });
})();

const search = createSearch({
  db,
  visibility: () => ({ imageBase: 'http://localhost/api/public/image/', sources: null, adult: false }),
});
/** Time on the processor of the connection's server process and of this one, ms: what a query takes where nobody else works. */
const spent = async (): Promise<() => number> => {
  const { rows } = await db.query<{ pid: number }>('select pg_backend_pid() as pid');
  const file = `/proc/${rows[0]?.pid}/schedstat`;
  return () => {
    const { user, system } = process.cpuUsage();
    return Number(readFileSync(file, 'utf8').split(' ')[0]) / 1e6 + (user + system) / 1e3;
  };
};

const measure = async (name: string, make: () => Promise<() => Promise<unknown>>): Promise<void> => {
  const clock = await spent();
  const walls: number[] = [];
  const works: number[] = [];
  for (let round = 0; round < rounds + 20; round += 1) {
    const run = await make();
    const [work, began] = [clock(), performance.now()];
    await run();
    if (round < 20) continue;
    walls.push(performance.now() - began);
    works.push(clock() - work);
  }
  const at = (times: number[], share: number): string =>
    (times.toSorted((a, b) => a - b)[Math.min(Math.floor(times.length * share), times.length - 1)] ?? 0)
      .toFixed(1)
      .padStart(7);
  const line = (times: number[]): string =>
    `p50 ${at(times, 0.5)}  p95 ${at(times, 0.95)}  p99 ${at(times, 0.99)}  max ${at(times, 1)}`;
  say(`${name.padEnd(26)} wall: ${line(walls)}   processor: ${line(works)}`);
};

try {
  await migrate(db.pool, join(import.meta.dirname, '..', 'migrations'));
  await prepare(db);
  await sizes(db);
  say(`load before: ${load()}`);
  const only = options.only?.split(';');
  for (const [name, make] of Object.entries(createQueries({ db, search, titles })))
    if (!only || only.includes(name)) await measure(name, make);
  await timed('genres (kept in memory afterwards)', () => search.genres());
  say(`load after: ${load()}`);
} finally {
  await db.close();
}
