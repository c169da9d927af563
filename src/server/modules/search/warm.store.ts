import type { Executor } from '#server/platform/db/database.ts';
import { PARTS } from './document.store.ts';

/** How much of its memory for pages the database is to give them. */
const SHARE = 0.95;

/** How often it is gone through: PostgreSQL counts up to five uses of a page, and one less each time that it looks for room. */
const PASSES = 5;

/** An extension that an external server may not have, or not for us; on the embedded one everything is ours. */
const mayWarm = async (db: Executor): Promise<boolean> => {
  const { rows } = await db.query<{ installed: boolean; allowed: boolean }>(
    `select installed_version is not null as installed, current_setting('is_superuser') = 'on' as allowed
      from pg_available_extensions where name = 'pg_prewarm'`,
  );
  const [it] = rows;
  if (it && !it.installed && it.allowed) await db.query('create extension if not exists pg_prewarm');
  return it !== undefined && (it.installed || it.allowed);
};

/** How far documents are read, and until when. */
interface Warming {
  /** Bytes of the system's cache of files that the database may count on beside its memory. */
  readonly cache?: number;
  readonly signal?: AbortSignal | undefined;
  readonly share?: number;
}

/** What is read, and where it lies afterwards: in the database's memory or in the system's cache of its file. */
interface Warmed {
  readonly name: string;
  readonly mode: 'buffer' | 'read';
}

/** Reads all of a relation, and answers how many of its pages were not in the database's memory, where they are now. */
const read = async (db: Executor, { name, mode }: Warmed): Promise<number> => {
  const { rows } = await db.query<{ 'QUERY PLAN': readonly [{ Plan: { 'Shared Read Blocks': number } }] }>(
    'explain (analyze, buffers, format json) select pg_prewarm($1::regclass, $2)',
    [name, mode],
  );
  return rows[0]?.['QUERY PLAN'][0].Plan['Shared Read Blocks'] ?? 0;
};

/**
 * Reads search documents and their inverted indexes, the best known first: into the database's memory as far as it has room,
 * then into the system's cache. What was just made or started lies there only in part, and searches would wait for each page.
 * What an import has used often stays in memory while pages that were just read give way to the next; so it is gone through
 * again until all of them are there.
 * Answers the relations, none where the database has no pg_prewarm for us. Ends early when `signal` is aborted.
 */
export const warmDocuments = async (
  db: Executor,
  { cache = 0, signal, share = SHARE }: Warming = {},
): Promise<readonly Warmed[]> => {
  if (!(await mayWarm(db))) return [];
  const { rows } = await db.query<Warmed>(
    `with part as (select c.oid, right(c.relname, 1) as at from pg_inherits i join pg_class c on c.oid = i.inhrelid
        where i.inhparent in ('title_document'::regclass, 'person_document'::regclass)),
      wanted as (select oid, at, 1 as n from part
        union all select x.indexrelid, p.at, 0 from part p join pg_index x on x.indrelid = p.oid
          join pg_class c on c.oid = x.indexrelid join pg_am a on a.oid = c.relam and a.amname = 'gin'),
      summed as (select oid, at, n, sum(pg_relation_size(oid)) over (order by at, n, oid) as upto,
          $1::float8 * pg_size_bytes(current_setting('shared_buffers')) as room from wanted)
      select oid::regclass::text as name, case when upto <= room then 'buffer' else 'read' end as mode from summed
        where upto <= room + $2::float8 order by at, n, oid`,
    [share, cache],
  );
  const pass = async (mode: Warmed['mode']): Promise<number> => {
    let lacked = 0;
    for (const one of rows) if (one.mode === mode && !signal?.aborted) lacked += await read(db, one);
    return lacked;
  };
  let lacking = Number.POSITIVE_INFINITY;
  for (let n = 0; n < PASSES && lacking > 0; n += 1) lacking = await pass('buffer');
  await pass('read');
  return rows;
};

/**
 * Marks documents that were just made as seen by everybody, the best known first. Whoever reads a page first would do that,
 * and with checksums write the whole page to the log: 37 MB for a count of 10,001 documents, which took three times as long
 * as the next one. Not within a transaction.
 */
export const vacuumDocuments = async (db: Executor): Promise<void> => {
  for (const at of PARTS)
    for (const table of ['title_document', 'person_document'])
      await db.query(`vacuum (index_cleanup off, truncate off) ${table}_${at}`);
};
