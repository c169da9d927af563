-- What somebody proves at every sign-in beside the password.
create table second_factor (
  account_id   bigint primary key references account (id) on delete cascade,
  sealed       bytea not null,                -- AES-256-GCM under KINODEX_SECRET
  confirmed_at timestamptz,                   -- null: it was shown, and no code of it has come yet
  used_step    bigint not null default 0,     -- the latest 30 seconds of which a code was used: each is good once
  recovery     bytea[] not null default '{}'  -- SHA-256 of the codes that are left for who has lost the device
);
