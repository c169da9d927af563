-- The lines of the log. Numbers are given in the order of the commits and have no gaps; 131,072 of them are a
-- partition, which src/server/modules/logs/line.store.ts makes, so that a search has a bound and old lines go at once.

create extension if not exists pg_trgm;

create table log_line (
  seq        bigint not null,
  at         timestamptz not null,
  level      smallint not null,                    -- 10 TRACE to 60 FATAL
  category   smallint not null,
  text       text collate "C" not null,           -- letters of any case are found four times as fast, those of ASCII
  request_id text,
  run_id     bigint,
  primary key (seq)
) partition by range (seq);
create index log_line_kind on log_line (category, level, seq) include (at);
create index log_line_text on log_line using gin (text gin_trgm_ops) with (gin_pending_list_limit = 512);
create index log_line_request on log_line (request_id, seq) where request_id is not null;
create index log_line_run on log_line (run_id, seq) where run_id is not null;

-- The next number, and the first of those that are kept.
create table log_next (
  seq       bigint not null,
  first_seq bigint not null
);
insert into log_next values (1, 1);

-- When the lines of each partition were written, so that a search for a time leaves the others alone.
create table log_segment (
  segment integer primary key,
  from_at timestamptz not null,
  to_at   timestamptz not null
);
