-- Requests to the API are kept by the block, what they have in common once: a row for each would cost PostgreSQL four times
-- as much of its time, or more.

alter table audit rename to audit_row;

create table audit_block (
  first_seq  bigint not null,                             -- the number of its first request; the others follow without gaps
  first_at   timestamptz not null,                        -- when the first of them arrived, the others within a second
  rows       integer not null,
  slowest_us integer not null,
  marks      text[] not null,                             -- what occurs among them: `token:12`, `ip:192.0.2.1`, `code:404`, `code:4xx`, `method:GET`
  senders    text not null,                               -- a line each: method, address, token and headers, parted by tabs
  facts      bytea not null,                              -- 32-bit numbers, the high byte first: all arrivals in ms after first_at, all durations in µs, all statuses, all places in senders
  uris       text not null                                -- a line each
) partition by range (first_at);
-- Compressing them would cost more time than the room is worth.
alter table audit_block
  alter column senders set storage external, alter column facts set storage external, alter column uris set storage external;
create index audit_block_number on audit_block (first_seq);
create index audit_block_time on audit_block (first_at, first_seq);
create index audit_block_mark on audit_block using gin (marks);

create function audit_number(facts bytea, place bigint) returns integer
  immutable strict parallel safe language sql
  return ('x' || encode(substring(facts from place::integer * 4 + 1 for 4), 'hex'))::bit(32)::integer;

-- What was noted so far: blocks of numbers without gaps and of one second.
do $$
declare
  day record;
begin
  for day in
    select c.relname as name, pg_get_expr(c.relpartbound, c.oid) as bounds
      from pg_inherits i join pg_class c on c.oid = i.inhrelid where i.inhparent = 'audit_row'::regclass
  loop
    execute format('alter table %I rename to %I', day.name, day.name || '_rows');
    execute format('create table %I partition of audit_block %s', day.name, day.bounds);
    execute format('alter table %I set (autovacuum_vacuum_insert_threshold = -1)', day.name);
  end loop;
end $$;

with second as (
  select r.*, date_trunc('second', at) as second, concat_ws(e'\t', method, ip, coalesce(token_id::text, ''), coalesce(headers, '')) as sender,
      row_number() over (partition by date_trunc('second', at) order by seq) as place
    from audit_row r),
run as (
  select s.*, (row_number() over (partition by second, seq - place order by seq) - 1) / 2000 as part, seq - place as gap from second s),
block as (
  select second, gap, part, min(seq) as first_seq, min(at) as first_at, count(*)::integer as rows, max(elapsed_us) as slowest_us,
      array_agg(distinct 'method:' || method) || array_agg(distinct 'ip:' || ip) || array_agg(distinct 'code:' || code)
        || array_agg(distinct 'code:' || code / 100 || 'xx')
        || coalesce(array_agg(distinct 'token:' || token_id) filter (where token_id is not null), '{}') as marks,
      array_agg(distinct sender) as senders
    from run group by second, gap, part)
insert into audit_block (first_seq, first_at, rows, slowest_us, marks, senders, facts, uris)
  select b.first_seq, b.first_at, b.rows, b.slowest_us, b.marks, array_to_string(b.senders, e'\n'),
      string_agg(int4send((extract(epoch from r.at - b.first_at) * 1000)::integer), '' order by r.seq)
        || string_agg(int4send(r.elapsed_us), '' order by r.seq)
        || string_agg(int4send(r.code), '' order by r.seq)
        || string_agg(int4send(array_position(b.senders, r.sender) - 1), '' order by r.seq),
      string_agg(r.uri, e'\n' order by r.seq)
    from run r join block b using (second, gap, part)
    group by b.first_seq, b.first_at, b.rows, b.slowest_us, b.marks, b.senders;

drop table audit_row;

-- Request by request, for whoever asks in SQL. It reads every block: look for few of them in audit_block first.
create view audit as
  select b.first_seq + u.place - 1 as seq,
      b.first_at + audit_number(b.facts, u.place - 1) * interval '1 ms' as at,
      audit_number(b.facts, b.rows + u.place - 1) as elapsed_us,
      audit_number(b.facts, b.rows * 2 + u.place - 1)::smallint as code,
      s.parts[1] as method, s.parts[2] as ip, nullif(s.parts[3], '')::bigint as token_id, u.uri, nullif(s.parts[4], '') as headers
    -- The offset keeps the facts from being fetched anew for each number.
    from (select first_seq, first_at, rows, facts || ''::bytea as facts, string_to_array(senders, e'\n') as senders, uris from audit_block offset 0) b
      cross join string_to_table(b.uris, e'\n') with ordinality u (uri, place)
      cross join string_to_array(b.senders[audit_number(b.facts, b.rows * 3 + u.place - 1) + 1], e'\t') s (parts);
