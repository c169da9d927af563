-- Pictures that were given: of a source or an editor. title.poster and person.photo name one by its id.

create table picture (
  id         text primary key,           -- SHA-256 of the file as it came
  width      integer not null,           -- pixels of the largest size that is kept
  height     integer not null,
  files      jsonb not null,             -- the object of each size, as in {"342.webp": "<SHA-256>"}
  source     source_name not null,       -- who brought it first
  address    text,                       -- where it came from; null: uploaded, or out of a bundle
  licence    text,                       -- its source's terms; null: uploaded, or out of a bundle
  written_at timestamptz not null default now()
);
create index picture_address on picture (address) where address is not null;

comment on column title.poster is 'null: none; ''drawn'': made on demand from the record; else the id of a picture';
comment on column person.photo is 'as title.poster';
