-- Scheduled tasks and their runs. Whoever writes them holds the advisory lock of tasks until the commit.

create type task_status as enum ('FINISHED', 'CANCELLED', 'WAITING', 'CANCELLING', 'ERROR', 'EXECUTING', 'READY');

-- Counts writes in the order of their commits, so that a reader knows what it has not seen.
create sequence task_change;

create table task (
  id            integer generated always as identity primary key,
  name          text not null,
  type          text not null,
  parent_id     integer references task on delete set null,
  cron          text not null default '',
  arguments     text not null default '',
  status        task_status not null default 'FINISHED', -- of its last run, or as somebody has cleared it
  startup_date  date,
  shutdown_date date,
  startup_time  time,
  shutdown_time time,
  active        boolean not null default false,
  favorite      boolean not null default false,
  cron_at       timestamptz,                       -- when its schedule last changed
  next_at       timestamptz,                       -- when it is due
  missed        integer not null default 0,        -- slots since cron_at in which it could not begin
  updated_at    timestamptz not null default now(),
  version       integer not null default 1,
  change        bigint not null default nextval('task_change'),
  check (status in ('FINISHED', 'CANCELLED', 'ERROR'))
);
create unique index task_name on task (lower(name));
create index task_due on task (next_at) where active and next_at is not null;

create table task_run (
  id         bigint generated always as identity primary key,
  task_id    integer not null references task on delete cascade,
  type       text not null,
  reason     text not null check (reason in ('CRON', 'MANUAL', 'PARENT', 'PRODUCT')),
  slot       timestamptz,
  arguments  text not null default '',
  account_id bigint,
  status     task_status not null,
  waits_for  text,                                 -- for people, while it is WAITING
  node       integer,                              -- who executes it: the key of that node's own lock
  asked_at   timestamptz not null default clock_timestamp(),
  started_at timestamptz,
  ended_at   timestamptz,
  processed  bigint not null default 0,
  total      bigint,
  error      text,
  updated_at timestamptz not null default clock_timestamp(),
  change     bigint not null default nextval('task_change')
);
create unique index task_run_slot on task_run (task_id, slot);
-- One run of a task is queued or going at a time, and one of a type is going.
create unique index task_run_open on task_run (task_id)
  where status in ('READY', 'WAITING', 'EXECUTING', 'CANCELLING');
create unique index task_run_going on task_run (type) where status in ('EXECUTING', 'CANCELLING');
create index task_run_history on task_run (task_id, id desc);
create index task_run_change on task_run (change);

create table task_line (
  id     bigint generated always as identity primary key,
  run_id bigint not null references task_run on delete cascade,
  at     timestamptz not null default clock_timestamp(),
  level  text not null check (level in ('INFO', 'WARN', 'ERROR')),
  text   text not null
);
create index task_line_run on task_line (run_id, id);
