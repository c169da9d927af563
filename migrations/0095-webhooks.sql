-- Addresses that users have changes of the catalogue sent to.
create table webhook (
  id            bigint generated always as identity primary key,
  account_id    bigint not null references account (id),
  url           text not null,
  ids           text[] not null,                          -- IMDb ids that are watched; empty: all
  kinds         text[] not null,                          -- movie, name; empty: both
  actions       text[] not null,                          -- create, update, delete, merge; empty: all
  sealed        bytea not null,                           -- the secret
  former        bytea,                                    -- the one before, which signs too
  former_until  timestamptz,
  cursor        bigint not null,                          -- the change up to which deliveries were written
  failures      integer not null default 0,               -- tries since one has succeeded
  failing_since timestamptz,
  rest_until    timestamptz,                              -- not tried before
  look_at       timestamptz,                              -- when there is something to send; while a node does, until others may
  hold          uuid,                                     -- the node's turn
  disabled_at   timestamptz,
  disabled_why  text check (disabled_why in ('gone', 'failing')),
  inserted_at   timestamptz not null,
  check ((disabled_at is null) = (disabled_why is null))
);
create index webhook_account on webhook (account_id);
create index webhook_look on webhook (look_at) where disabled_at is null;

-- What was, or is to be, sent to each of them: a change once.
create table webhook_delivery (
  webhook_id  bigint not null references webhook (id) on delete cascade,
  change_id   bigint not null,
  message_id  uuid not null default gen_random_uuid(),    -- the same at every try
  kind        record_kind not null,
  record_id   bigint not null,
  data        text not null,                              -- the change as it is told
  state       text not null default 'waiting' check (state in ('waiting', 'sent', 'failed')),
  attempts    integer not null default 0,
  code        smallint,                                   -- of the last answer
  problem     text,                                       -- why there was none
  ms          integer,                                    -- that the last try took
  inserted_at timestamptz not null,
  first_at    timestamptz,                                -- the first try; of a redelivery, the first of that
  last_at     timestamptz,
  due_at      timestamptz not null,                       -- not tried before
  primary key (webhook_id, change_id)
);
create index webhook_delivery_waits on webhook_delivery (webhook_id, kind, record_id, change_id) where state = 'waiting';
create index webhook_delivery_failed on webhook_delivery (webhook_id, change_id) where state = 'failed';
create index webhook_delivery_old on webhook_delivery (inserted_at);
