-- People who sign in ------------------------------------------------------------------------------------------------

alter table account
  add column password    text,                            -- Argon2id as a PHC string; null: nobody can sign in yet
  add column version     integer not null default 1,      -- `ver` of session tokens: raising it ends them all
  add column dark_theme  boolean not null default false,
  add column ip          text,                            -- where the user registered from
  add column deleted_at  timestamptz;                     -- the row stays for payments and audited requests

create table session (
  id           text primary key,                          -- `sid` of session tokens
  account_id   bigint not null references account (id) on delete cascade,
  signed_in_at timestamptz not null default now(),
  ends_at      timestamptz not null                       -- no refresh beyond this
);
create index session_account on session (account_id);
create index session_end on session (ends_at);

-- Where an account has signed in from: its owner is never held up there.
create table known_address (
  account_id bigint not null references account (id) on delete cascade,
  ip         text not null,
  seen_at    timestamptz not null default now(),
  primary key (account_id, ip)
);

-- Tries of something that may be tried only so often within a time.
create table tries (
  bucket  text primary key,                               -- what is tried and by whom, such as `sign-in address 192.0.2.1`
  count   integer not null,
  ends_at timestamptz not null
);
create index tries_end on tries (ends_at);

-- One live token an account; a retired one stays, since audited requests name it.
alter table api_token
  add column ip         text,                             -- where it was asked for
  add column retired_at timestamptz;
update api_token t set retired_at = now()
  where exists (select 1 from api_token n where n.account_id = t.account_id and (n.valid, n.id) > (t.valid, t.id));
create unique index api_token_live on api_token (account_id) where retired_at is null;
create index api_token_day on api_token (inserted_at);

-- Plans -------------------------------------------------------------------------------------------------------------

create table plan_role (
  id          bigint generated always as identity primary key,
  rol         text not null unique,
  description text not null,
  requests    integer not null check (requests >= 0)      -- a UTC day
);
insert into plan_role (rol, description, requests) values
  ('ADMIN', 'Administrators; never part of a product', 1000000),
  ('FREE', 'What every user has', 1000),
  ('BASIC', 'For applications with some users', 25000),
  ('PRO', 'For applications with many users', 250000);

-- What an account may use, and how long.
create table plan_grant (
  id         bigint generated always as identity primary key,
  account_id bigint not null references account (id) on delete cascade,
  role_id    bigint not null references plan_role (id),
  starts_at  timestamptz not null default now(),
  ends_at    timestamptz                                  -- null: for good
);
create index plan_grant_account on plan_grant (account_id);
create index plan_grant_role on plan_grant (role_id);
insert into plan_grant (account_id, role_id) select a.id, r.id from account a, plan_role r where r.rol = 'FREE';

-- What has been handed out of a day's quota: in blocks, so that what is spent can be counted elsewhere.
create table quota_day (
  account_id bigint not null references account (id) on delete cascade,
  day        date not null,                               -- UTC
  reserved   integer not null check (reserved >= 0),
  primary key (account_id, day)
);
create index quota_day_day on quota_day (day);

-- Requests to the API ---------------------------------------------------------------------------------------------

-- Counted requests a day, token and network address: `requests` is history, `cleared` is what a manager took back.
create table request_count (
  token_id bigint not null,
  day      date not null,                                 -- UTC
  ip       text not null,
  requests integer not null,
  cleared  integer not null default 0,
  last_at  timestamptz not null,
  primary key (token_id, day, ip)
);
create index request_count_day on request_count (day);

create table audit (
  seq        bigint not null,                             -- without gaps, in the order of writing: pages are found by it
  at         timestamptz not null,
  elapsed_us integer not null,
  code       smallint not null,
  method     text not null,
  ip         text not null,
  token_id   bigint,
  uri        text not null,
  headers    text
) partition by range (at);
-- Rows lie as they were written, so that ranges of pages are enough to find them by: an entry for each row would cost more
-- than the row itself.
create index audit_place on audit using brin (seq, at, token_id int8_bloom_ops (n_distinct_per_range = 64))
  with (pages_per_range = 8, autosummarize = on);
create index audit_error on audit (at, code) where code >= 400;

-- The next `seq`, and what each day holds: totals without counting.
create table audit_next (seq bigint not null);
insert into audit_next values (1);
create table audit_day (
  day       date primary key,                             -- UTC, one partition each
  first_seq bigint not null,
  last_seq  bigint not null,
  rows      bigint not null
);
