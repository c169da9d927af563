-- When somebody last asked for a newer record: at most once an hour.
create table refresh (
  kind      record_kind not null,
  record_id bigint not null,
  asked_at  timestamptz not null,
  primary key (kind, record_id)
);
create index refresh_asked on refresh (asked_at);
