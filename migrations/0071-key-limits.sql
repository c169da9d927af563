-- A key may have a limit of its own within that of its user.
alter table api_token add column daily_limit integer check (daily_limit > 0);

-- What has been handed out of a day's requests of a key that has one, as quota_day says of accounts.
create table key_day (
  key_id   bigint not null references api_token (id) on delete cascade,
  day      date not null,                                 -- UTC
  reserved integer not null check (reserved >= 0),
  primary key (key_id, day)
);
