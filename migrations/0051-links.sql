-- What the links are good for that are sent to people, or handed to them: one use each. Only the SHA-256 is kept.
create table account_link (
  hash       bytea primary key,
  account_id bigint not null references account (id) on delete cascade,
  purpose    text not null check (purpose in ('password', 'address')),
  email      text not null,                               -- of the account when it was made; of no use for another one
  mailed     boolean not null,                            -- went to that address: whoever uses it reads its mail
  ends_at    timestamptz not null
);
create index account_link_account on account_link (account_id);
create index account_link_ends on account_link (ends_at);

-- Registered while addresses were confirmed, and has not done so.
alter table account add column unconfirmed boolean not null default false;

-- What the receipt of a purchase says beside what was bought, as the operator had it then.
alter table purchase add column receipt jsonb;
