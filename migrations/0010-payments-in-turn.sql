-- When the provider or the buyer's return first said that an open purchase may be paid: such ones are looked after first.
alter table purchase add column told_at timestamptz;

-- Open purchases of an account, for their bound.
create index purchase_account_open on purchase (account_id) where status = 'CREATED';
