-- What lets somebody set the first password of an account that was made for them: one use, only its SHA-256 is kept.
alter table account
  add column invitation         bytea,
  add column invitation_ends_at timestamptz;
