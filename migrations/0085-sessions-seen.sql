-- What somebody knows a session of their own by.
alter table session
  add column number  bigint generated always as identity unique,   -- stands for the session where it is named; `id` is nobody's business
  add column ip      text,                                         -- where the sign-in came from
  add column agent   text,                                         -- what the browser called itself then
  add column seen_at timestamptz not null default now();           -- of the last token
update session set seen_at = signed_in_at;

-- A link by which an account gets another address: `email` is the new one.
alter table account_link drop constraint account_link_purpose_check;
alter table account_link add constraint account_link_purpose_check check (purpose in ('password', 'address', 'email'));
alter table account_link add column former text;                   -- the account's when the link was made; null: `email` is
