-- An account has up to ten keys, each under a name. A key has one token that is not retired; a rotated one may serve until a
-- moment that its owner chose. The first key is the token that the account always has.
alter table api_token
  add column first      boolean not null default true,
  add column name       text not null default 'Default',
  add column key_id     bigint references api_token (id), -- the first token of the key; null: this one
  add column addresses  text[] not null default '{}',     -- where calls may come from: addresses and networks; empty: anywhere
  add column expires_at timestamptz;
comment on column api_token.retired_at is 'when it stops serving, which may be ahead; null: it is the token of its key';
create index api_token_key on api_token (key_id) where key_id is not null;
drop index api_token_live;
create unique index api_token_live on api_token (account_id) where retired_at is null and first;
