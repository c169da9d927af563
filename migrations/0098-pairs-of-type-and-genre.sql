-- Whether every search document of a title has its type together with each of its genres (`@b:m:drama`): those of an earlier
-- version get them when they are all made anew, by an import or the task REINDEX.
create table search_form (pairs boolean not null);
insert into search_form select not exists (select from title);
