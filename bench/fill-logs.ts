import { partitionOf, SEGMENT, segmentOf } from '#server/modules/logs/line.store.ts';
import type { Database } from '#server/platform/db/database.ts';

export interface LogFill {
  /** Lines, evenly over so many days up to a moment. */
  readonly total: number;
  readonly days: number;
  readonly now: Date;
  readonly say: (text: string) => void;
}

/** A line of number i: nine of ten INFO, ERROR in one of a hundred; words that are common, rare, and there once. */
const lineOf = ({
  now,
  days,
}: LogFill): string => `select i, timestamptz '${now.toISOString()}' - make_interval(secs => ($3::bigint - i) * ${days * 86_400}.0 / $3),
  (case when i % 100 = 0 then 50 when i % 33 = 0 then 40 when i % 17 = 0 then 20 else 30 end)::smallint,
  (case when i % 10 < 6 then 5 when i % 10 < 8 then 1 else i % 9 + 1 end)::smallint,
  (case i % 4 when 0 then 'catalog.import Import of tt' || lpad((i * 7919 % 10000000)::text, 7, '0') || ' finished in ' || i % 900 || ' ms'
    when 1 then 'tasks.executor run=' || i / 40 || ' 20,000 records of title.ratings were read, ' || md5(i::text)
    when 2 then 'http request failed requestId=bench-' || i || ' method=GET url=/api/v1/movie/tt' || lpad((i % 9999991)::text, 7, '0') || ' ip=192.0.2.' || i % 250
    else 'accounts a session of person' || i % 50000 || '@example.org was renewed in ' || i % 70 || ' ms' end)
  || case when i % 10 = 3 then ' medium' else '' end || case when i % 1000 = 7 then ' seldom' else '' end
  || case when i % 1000003 = 5 then ' xylophone' else '' end
  || case when i > $3::bigint / 2 and i < $3::bigint / 2 + 200000 then ' ECONNREFUSED burst' else '' end,
  case when i % 4 = 2 then 'bench-' || i end, case when i % 4 = 1 then i / 40 end
  from generate_series($1::bigint, $2::bigint) i`;

/** Partitions with their indexes made at the end, as nobody reads them meanwhile. */
export const fillLogs = async (db: Database, about: LogFill): Promise<void> => {
  const { total, say } = about;
  const client = await db.pool.connect();
  await client.query("set statement_timeout = 0; set maintenance_work_mem = '512MB'; set synchronous_commit = off");
  const { rows: made } = await client.query<{ make: string }>(
    `select indexdef as make from pg_indexes where tablename = 'log_line' and indexname <> 'log_line_pkey'`,
  );
  const indexes = made.map(({ make }) => make);
  for (let segment = 0; segment <= segmentOf(total); segment++) {
    const name = partitionOf(segment);
    const [low, high] = [segment * SEGMENT, (segment + 1) * SEGMENT];
    await client.query(`create table ${name} (like log_line)`);
    await client.query(`insert into ${name} (seq, at, level, category, text, request_id, run_id) ${lineOf(about)}`, [
      Math.max(1, low),
      Math.min(total, high - 1),
      total,
    ]);
    await client.query(`alter table ${name} add primary key (seq)`);
    for (const make of indexes) await client.query(make.replace(/index \S+ on only \S+/i, `index on ${name}`));
    await client.query(`alter table log_line attach partition ${name} for values from (${low}) to (${high})`);
    await client.query(`insert into log_segment select ${segment}, min(at), max(at) from ${name} having count(*) > 0`);
  }
  await client.query('update log_next set seq = $1', [total + 1]);
  await client.query('vacuum analyze log_line');
  const { rows } = await client.query<{ heap: number; size: number }>(
    `select sum(pg_table_size(inhrelid))::bigint as heap, sum(pg_total_relation_size(inhrelid))::bigint as size
      from pg_inherits where inhparent = 'log_line'::regclass`,
  );
  say(
    `on disk: ${Math.round((rows[0]?.heap ?? 0) / total)} bytes a line, ${Math.round((rows[0]?.size ?? 0) / total)} with indexes`,
  );
  client.release(true);
};
