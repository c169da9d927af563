-- When an account is deleted that its owner has asked to be; until then it may be kept. Its tokens are refused at once.
alter table account add column delete_at timestamptz;
create index account_delete on account (delete_at) where delete_at is not null;
