-- Mail that is to be sent, and what was: written in the step that it tells of.
create table mail (
  id          bigint generated always as identity primary key,
  message_id  uuid not null default gen_random_uuid(),    -- the same at every try, so that a mailbox knows it again
  kind        text not null,                              -- who writes it
  recipient   text not null,
  account_id  bigint references account (id),             -- whom it is about; null: no account, or nobody knows yet
  data        jsonb,                                      -- what it is written from; null once it is sent or given up
  once        text unique,                                -- what it is told of once; null: as often as it is said
  tries       integer not null default 0,
  inserted_at timestamptz not null,
  due_at      timestamptz not null,                       -- not tried before; while it is being sent, until it may be tried by others
  ends_at     timestamptz not null,                       -- of no use after that
  sent_at     timestamptz,
  failed_at   timestamptz,                                -- given up
  check (sent_at is null or failed_at is null)
);
create index mail_due on mail (due_at) where sent_at is null and failed_at is null;
create index mail_inserted on mail (inserted_at);
create index mail_account on mail (account_id);
