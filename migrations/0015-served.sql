-- Where the product was served last, for the links that commands print: another shell may have other settings.
create table served (
  one     boolean primary key default true check (one),   -- a single row
  address text not null
);
