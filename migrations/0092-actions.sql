-- What administrators did: written before it is done, and again when it has ended. Rows are never deleted.
create table admin_action (
  id         bigint generated always as identity primary key,
  at         timestamptz not null,
  account_id bigint not null references account (id),
  call       text not null,      -- the name of the call
  about      text,               -- what of, in a few words of the address, the query or the body
  sent       jsonb,              -- what was sent, without secrets
  before     jsonb,              -- what it was about, where that is one record
  after      jsonb,
  status     integer,            -- of the answer; null: the product ended before there was one
  ip         text not null,
  request_id text not null
);
create index admin_action_account on admin_action (account_id, id desc);
create index admin_action_call on admin_action (call, id desc);
