/**
 * The import of an invented set against COPY of the rows that it makes: node bench/import.ts [--titles 1000000] [--gz]
 * The import's side includes its search documents, COPY's does not: the import has the longer way.
 * Prints the two ratios that are kept: first import / COPY (<= 2.5) and unchanged re-import / first import (<= 0.3).
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
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { from as copyFrom, to as copyTo } from 'pg-copy-streams';
import { createImport } from '#server/app/import.ts';
import { type Database, openDatabase } from '#server/platform/db/database.ts';
import { migrate } from '#server/platform/db/migrate.ts';
import { renderReport } from '../src/cli/import-view.ts';
import { generate } from './generate/generate.ts';

const { values } = parseArgs({
  options: { titles: { type: 'string', default: '1000000' }, gz: { type: 'boolean', default: false } },
});
const titles = Number(values.titles);
const TABLES = ['title', 'person', 'aka', 'credit', 'episode', 'change'] as const;
const say = (line: string): void => void process.stdout.write(`${line}\n`);
const seconds = (began: number): number => (performance.now() - began) / 1000;

const testSet = async (): Promise<string> => {
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
      const took = seconds(began);
      total += took;
      const { rows } = await client.query<{ n: number }>(`select count(*) as n from copied.${table}`);
      say(`  copy ${table.padEnd(8)} ${took.toFixed(1).padStart(6)} s  ${rows[0]?.n} rows`);
    } finally {
      client.release(true);
      rmSync(file, { force: true });
    }
  }
  await db.query('drop schema copied cascade');
  return total;
};

const written = async (db: Database): Promise<string> => {
  const { rows } = await db.query<{ place: string }>(
    `select string_agg(relname || pg_relation_filenode(oid), ' ' order by relname) as place from pg_class
      where relname = any($1) and relnamespace = 'public'::regnamespace`,
    [TABLES],
  );
  const latest = await db.query<{ at: string }>('select max(id)::text as at from change');
  return `${rows[0]?.place} ${latest.rows[0]?.at}`;
};

const set = await testSet();
const work = mkdtempSync(join(tmpdir(), 'kinodex-import-'));
chmodSync(work, 0o711);
const log = { debug: () => {}, info: () => {}, warn: say, error: say };
const db = await openDatabase({ dataFolder: work, dataFolderPinned: true, log, role: 'serve', poolSize: 4 });
try {
  await migrate(db.pool, fileURLToPath(new URL('../migrations', import.meta.url)));
  const service = createImport(db, log);
  let step = '';
  const stepBegan = new Map<string, number>();
  const onProgress: Parameters<typeof service.run>[0]['onProgress'] = (progress) => {
    const now = progress.phase === 'read' ? progress.file : progress.step;
    if (now === step) return;
    if (step !== '')
      say(
        `    ${step.padEnd(24)} ${seconds(stepBegan.get(step) ?? 0)
          .toFixed(1)
          .padStart(6)} s`,
      );
    step = now;
    stepBegan.set(now, performance.now());
  };
  const first = await service.run({ from: set, onProgress });
  say(
    `    ${step.padEnd(24)} ${seconds(stepBegan.get(step) ?? 0)
      .toFixed(1)
      .padStart(6)} s`,
  );
  say(renderReport(first));
  const before = await written(db);
  const again = await service.run({ from: set });
  const compared = await service.run({ from: set, verify: true });
  const nothing = before === (await written(db)) && compared.titles.changed + compared.people.changed === 0;
  say(renderReport(compared));
  const copied = await timeCopy(db, work);
  say(`first import            ${first.seconds.toFixed(1)} s`);
  say(`COPY of its rows        ${copied.toFixed(1)} s`);
  say(`unchanged, known files  ${again.seconds.toFixed(2)} s`);
  say(`unchanged, compared     ${compared.seconds.toFixed(1)} s`);
  say(`ratio import / COPY             ${(first.seconds / copied).toFixed(2)} (at most 2.5)`);
  say(`ratio unchanged / first import  ${(again.seconds / first.seconds).toFixed(3)} (at most 0.3)`);
  say(`ratio compared / first import   ${(compared.seconds / first.seconds).toFixed(2)}`);
  say(`rows written again              ${nothing ? 'none' : 'some'}`);
  if (!nothing || first.seconds > copied * 2.5 || again.seconds > first.seconds * 0.3) process.exitCode = 1;
} finally {
  await db.close();
  rmSync(work, { recursive: true, force: true });
}
