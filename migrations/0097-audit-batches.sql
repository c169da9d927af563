-- Batches of audited requests on their way to ClickHouse, which takes no part in a transaction: numbered and counted once,
-- however often they are sent.
create table audit_batch (
  key       text primary key,              -- SHA-256 of what the batch holds
  first_seq bigint not null,               -- the number of its first request; the others follow without gaps
  made_at   timestamptz not null default now()
);

-- The number of the next request there. Its row is locked until a batch is numbered.
create table audit_batch_next (seq bigint not null);
insert into audit_batch_next values (1);
