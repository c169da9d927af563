-- Nobody signs in to an account, and no token of it holds, while this is set.
alter table account add column disabled_at timestamptz;

-- Lists of users: the newest first.
create index account_newest on account (inserted_at desc, id desc) where deleted_at is null;
