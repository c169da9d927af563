-- What editors did to records, so that it can be read and undone.

create table edit (
  id         bigint generated always as identity primary key,
  at         timestamptz not null default now(),
  kind       record_kind not null,
  record_id  bigint not null,
  account_id bigint,                     -- null: the command line
  action     text not null check (action in ('edit', 'unlock', 'create', 'delete', 'merge', 'import')),
  part       text,                       -- the field or part of an edit or an unlock
  before     jsonb,                      -- its value, or the whole record where that went; as editors write it
  after      jsonb,
  origin     jsonb,                      -- whose the part was before, or the parts of the record that went
  undo_of    bigint references edit,
  check ((part is null) = (action not in ('edit', 'unlock')))
);
create index edit_record on edit (kind, record_id, id desc);
create unique index edit_undone on edit (undo_of) where undo_of is not null;
