import type { Database } from '#server/platform/db/database.ts';

interface AuditFill {
  readonly total: number;
  /** UTC days, YYYY-MM-DD, the oldest first. */
  readonly days: readonly string[];
  readonly say: (text: string) => void;
}

/** Partitions of days. */
export const makeDays = async (db: Database, days: readonly string[]): Promise<void> => {
  for (const day of days) {
    const name = `audit_${day.replaceAll('-', '')}`;
    await db.query(
      `create table ${name} partition of audit_block for values from ('${day}T00:00Z') to (timestamptz '${day}T00:00Z' + interval '1 day')`,
    );
  }
};

/** Requests of a block: what 200 ms hold of ten million in four days. */
const OF_BLOCK = 6;

/** Evenly over the days: a third by one of 1,000 tokens, token 5000 once in 100,000; 4 % are 404 and 1 in 1,000 is 500. */
export const fillAudit = async (db: Database, { total, days, say }: AuditFill): Promise<void> => {
  const client = await db.pool.connect();
  const each = Math.floor(total / days.length);
  await client.query('set statement_timeout = 0');
  for (const [index, day] of days.entries()) {
    const first = 1 + index * each;
    await client.query(
      `with request as (
          select i, i / $4::int as block, i % $4::int as place, 500 + i % 20000 as elapsed_us,
              case when i % 1000 = 0 then 500 when i % 25 = 0 then 404 else 200 end as code, '192.0.2.' || i % 250 as ip,
              case when i % 100000 = 7 then 5000 when i % 3 = 0 then i % 1000 end as token_id,
              '/api/v1/movie/tt' || lpad((i % 10000000)::text, 7, '0') as uri
            from generate_series(0, $3::int - 1) i)
        insert into audit_block
          select $1::bigint + min(i), $2::timestamptz + (min(i) * 86400000::bigint / $3) * interval '1 ms', count(*), max(elapsed_us),
              array_agg(distinct 'code:' || code) || array_agg(distinct 'code:' || code / 100 || 'xx') || array_agg('ip:' || ip)
                || coalesce(array_agg('token:' || token_id) filter (where token_id is not null), '{}') || array['method:GET']
                || array_agg(distinct 'id:bench-' || ($1::bigint + i) / 1000),
              string_agg(concat_ws(e'\t', 'GET', ip, coalesce(token_id::text, ''), 'user-agent: curl/8.14.1 | accept: */*'), e'\n' order by i),
              string_agg(int4send((place * 86400000::bigint / $3)::int), '' order by i) || string_agg(int4send(elapsed_us), '' order by i)
                || string_agg(int4send(code), '' order by i) || string_agg(int4send(place), '' order by i)
                || string_agg(int4send(place), '' order by i),
              string_agg(uri, e'\n' order by i), 'bench-' || $1::bigint + min(i)
            from request group by block order by block`,
      [first, `${day}T00:00:00Z`, each, OF_BLOCK],
    );
    await client.query('insert into audit_day values ($1, $2, $3, $4)', [day, first, first + each - 1, each]);
  }
  await client.query('update audit_next set seq = $1', [each * days.length + 1]);
  await client.query('checkpoint');
  const { rows } = await client.query<{ size: number }>(
    `select sum(pg_total_relation_size(inhrelid))::bigint as size from pg_inherits where inhparent = 'audit_block'::regclass`,
  );
  say(`on disk: ${Math.round((rows[0]?.size ?? 0) / total)} bytes a request`);
  client.release(true);
};
