create table account (
  id           bigint generated always as identity primary key,
  email        text not null,
  role         text not null default 'USER' check (role in ('USER', 'ADMIN')),
  max_requests integer not null default 0 check (max_requests >= 0),   -- a day; 0: as the plan says
  max_regs     integer not null default 20 check (max_regs between 1 and 200),
  inserted_at  timestamptz not null default now()
);
create unique index account_email on account (lower(email));

create table api_token (
  id          bigint generated always as identity primary key,
  account_id  bigint not null references account (id) on delete cascade,
  hash        bytea not null unique,       -- SHA-256 of the token, for look-up
  sealed      bytea not null,              -- AES-256-GCM under KINODEX_SECRET, so that the owner can see it again
  valid       boolean not null default true,
  inserted_at timestamptz not null default now()
);
create index api_token_account on api_token (account_id);

create table configuration (
  id          bigint generated always as identity primary key,
  key         text not null unique,
  value1      text not null,
  value2      text,
  description text not null
);
