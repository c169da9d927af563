-- That the first tasks were made: a row, written together with them. The sequence of their ids told it before, which goes on
-- also where what it was asked for was never committed, so that a process killed meanwhile left an installation without tasks.
create table task_first (made boolean primary key check (made));

-- They were made where a task is active or was ever changed, and where tasks have run that are deleted now. Otherwise there is
-- none, or a command has made one for a run: the others are still to come.
insert into task_first select true where exists (select from task where active or version > 1)
  or (not exists (select from task) and pg_sequence_last_value('task_run_id_seq') is not null);
