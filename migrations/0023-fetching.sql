-- What administrators fetch from the sources, and the ids that wait for it.

alter table edit drop constraint edit_action_check;
alter table edit add constraint edit_action_check
  check (action in ('edit', 'unlock', 'create', 'delete', 'merge', 'import', 'fetch'));

alter table manual_update
  add column asked   bigint not null default 0,      -- how often somebody asked for it in vain
  add column waiting boolean not null default false, -- for its turn to be processed
  add column run     bigint;                         -- what was asked to be processed together
update manual_update set asked = 1 where account_id is not null;
create index manual_update_waiting on manual_update (id) where waiting;
create index manual_update_run on manual_update (run);
