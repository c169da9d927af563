-- What each token was answered on a UTC day, by call and status; kept for 30 days.
create table call_count (
  token_id   bigint not null,
  day        date not null,
  call       text not null,                               -- the path of the call's descriptor; empty: none
  code       smallint not null,
  requests   integer not null,
  elapsed_us bigint not null,                             -- of all of them together
  slowest_us integer not null,
  primary key (token_id, day, call, code)
);
create index call_count_day on call_count (day);
