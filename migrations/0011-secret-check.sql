-- By what a start knows the secret it is given again: with another one nobody could sign in and no token could be shown.
create table secret_check (
  one  boolean primary key default true check (one),      -- a single row
  salt bytea not null,
  hash bytea not null                                     -- scrypt of the secret
);
