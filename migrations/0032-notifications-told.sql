-- What has been told to administrators and still is so: it is not told again until it has passed.
create table notification_held (
  cause text primary key,
  at    timestamptz not null default now()
);

create index notification_new on notification (id) where not read and not deleted;
