-- How each administrator has arranged the back-office: the columns of lists, saved views, shortcuts.
create table preference (
  account_id bigint not null references account (id) on delete cascade,
  key        text not null,
  value      jsonb not null,
  primary key (account_id, key)
);
