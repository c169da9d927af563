-- Whose account somebody is here whom a sign-in provider knows. An address alone never leads to an account.
create table identity (
  id         bigint generated always as identity primary key,
  account_id bigint not null references account (id) on delete cascade,
  issuer     text not null,                   -- the provider, as its tokens say it
  subject    text not null,                   -- who somebody is there, for ever
  email      text,                            -- as the provider said it last; of no use but to be shown
  linked_at  timestamptz not null,
  used_at    timestamptz,                     -- the last sign-in
  unique (issuer, subject),
  unique (account_id, issuer)
);

-- What waits for an answer of the provider, or for the code of a second factor after it: each is used once.
create table sign_in_flow (
  state       bytea primary key,              -- SHA-256 of what goes to the provider and comes back
  browser     bytea not null,                 -- SHA-256 of the cookie of the browser that has begun it
  purpose     text not null check (purpose in ('sign_in', 'link', 'code')),
  account_id  bigint references account (id) on delete cascade,  -- link: whose
  session_id  text,                                              -- link: in which session
  identity_id bigint references identity (id) on delete cascade, -- code: who has signed in
  role        text,                                              -- code: what the provider says of it
  return_url  text,
  ends_at     timestamptz not null
);
create index sign_in_flow_ends on sign_in_flow (ends_at);
create index sign_in_flow_account on sign_in_flow (account_id) where account_id is not null;
create index sign_in_flow_identity on sign_in_flow (identity_id) where identity_id is not null;
