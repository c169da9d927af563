-- What other services were asked by tasks, so that an answer is known again and nobody is asked too often.

-- The network address at which the Internet sees this installation, as the task PUBLIC_IP has last heard it.
create table public_address (
  one     boolean primary key default true check (one),   -- a single row
  address text not null,
  since   timestamptz not null
);

-- When the sources were last asked for the picture of a record that has none.
create table picture_asked (
  kind      record_kind not null,
  record_id bigint not null,
  asked_at  timestamptz not null default now(),
  primary key (kind, record_id)
);
