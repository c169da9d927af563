-- What the first page of the site shows, as the task CAROUSEL has chosen it last. Empty: it is chosen when it is read.

create table carousel (
  kind      record_kind not null,
  place     smallint not null,
  record_id bigint not null,
  primary key (kind, place)
);
