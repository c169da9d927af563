-- One order at a payment provider, of one or more items.
create table purchase (
  id              bigint generated always as identity primary key,
  account_id      bigint not null references account (id),
  provider        text not null,                          -- paypal, sandbox
  request_id      uuid not null unique default gen_random_uuid(),   -- what the provider knows our requests by, also when repeated
  order_id        text,                                   -- the provider's; null until it has answered
  link            text,                                   -- where the buyer pays
  status          text not null default 'CREATED' check (status in ('CREATED', 'COMPLETED', 'CANCELLED', 'REFUNDED')),
  amount_cents    integer not null check (amount_cents > 0),
  currency        text not null default 'EUR',
  payee           text,                                   -- who the provider said would get the money; null where it says nothing
  capture_id      text,                                   -- the provider's; money has been taken
  idempotency_key text,                                   -- the buyer's, with what was asked under it
  asked           text not null,
  test            boolean not null,
  inserted_at     timestamptz not null default now(),
  begun_at        timestamptz,                            -- since when an order is being made at the provider; null: nobody is at it
  checked_at      timestamptz,                            -- when the provider was last asked about it
  settled_at      timestamptz,
  unique (provider, order_id),
  unique (provider, capture_id),
  unique (account_id, idempotency_key),
  check (status not in ('COMPLETED', 'REFUNDED') or (order_id is not null and capture_id is not null))
);
create index purchase_account on purchase (account_id, id desc);
create index purchase_open on purchase (inserted_at) where status = 'CREATED';

-- An item of an order, as it was sold: later changes of the product change nothing here.
create table payment (
  id          bigint generated always as identity primary key,
  purchase_id bigint not null references purchase (id),
  product_id  bigint references product (id) on delete set null,
  feature     text not null,
  quantity    integer not null check (quantity between 1 and 12),      -- months
  period_days integer not null check (period_days > 0),                -- days a month
  price_cents integer not null check (price_cents > 0),                -- in all
  role_ids    bigint[] not null,
  starts_at   timestamptz,                                             -- null until COMPLETED
  ends_at     timestamptz,
  ended_at    timestamptz,                                             -- when its end was told; null before
  check ((starts_at is null) = (ends_at is null))
);
create index payment_purchase on payment (purchase_id);
create index payment_product on payment (product_id);
create index payment_end on payment (ends_at) where ended_at is null;

alter table plan_grant add column payment_id bigint references payment (id) on delete cascade;
create index plan_grant_payment on plan_grant (payment_id);

-- The trail of every order: what happened, and who or what said so.
create table purchase_event (
  id          bigint generated always as identity primary key,
  purchase_id bigint not null references purchase (id) on delete cascade,
  at          timestamptz not null default now(),
  what        text not null,                              -- CREATED, COMPLETED, CANCELLED, REFUNDED, GRANTED, EXPIRED, REFUSED
  source      text not null,                              -- buyer, webhook, reconcile, administrator
  detail      text
);
create index purchase_event_purchase on purchase_event (purchase_id, id);

-- A provider's messages that have had their effect: each has one.
create table webhook_event (
  provider    text not null,
  event_id    text not null,
  received_at timestamptz not null default now(),
  primary key (provider, event_id)
);

-- What administrators should know.
create table notification (
  id          bigint generated always as identity primary key,
  message     text not null,
  detail      text,
  level       text not null check (level in ('INFO', 'WARN', 'ERROR')),
  read        boolean not null default false,
  deleted     boolean not null default false,
  inserted_at timestamptz not null default now()
);
create index notification_unread on notification (id desc) where not deleted;

-- The orders of the test provider, which is this product itself.
create table sandbox_order (
  id             text primary key,
  request_id     text not null unique,
  purchase_id    bigint not null,
  items          jsonb not null,                          -- what its page shows: name, quantity, cents
  amount_cents   integer not null,
  currency       text not null,
  return_url     text not null,
  cancel_url     text not null,
  status         text not null default 'CREATED' check (status in ('CREATED', 'APPROVED', 'COMPLETED')),
  declines       boolean not null default false,          -- the tester wants the capture to be declined
  capture_id     text unique,
  capture_status text check (capture_status in ('COMPLETED', 'DECLINED', 'REFUNDED')),
  inserted_at    timestamptz not null default now()
);
