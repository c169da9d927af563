-- Every change of a record that administrators edit counts here, so that a second one does not overwrite the first unseen.

alter table product add column version integer not null default 1;
alter table plan_role add column version integer not null default 1;
-- `version` of an account is that of its sessions.
alter table account add column record_version integer not null default 1;
