-- The catalogue. Keys are the numeric part of the IMDb id, so a title's rows lie together in every table and each of its
-- parts is one index range. No foreign keys between the big tables: the importer merges set-wise and keeps orphans out itself.

create type source_name as enum ('sample', 'imdb-datasets', 'tmdb', 'omdb', 'wikidata', 'bundle', 'editor');
create type record_kind as enum ('movie', 'name');

create table title (
  id             bigint primary key,
  type           text not null,          -- M S TVMS E TVM TVS SH V VG
  title          text not null,
  original_title text,
  year           integer,
  end_year       integer,
  runtime        integer,                -- minutes
  adult          boolean not null default false,
  release_date   text,                   -- ISO 8601 as precise as known: 1943, 1943-05, 1943-05-17
  rated          text,
  rating         real,                   -- compare with a parameter cast to real, or 8.7 is not >= 8.7
  votes          integer,
  metascore      integer,
  simple_plot    text,
  plot           text,
  genres         text[] not null default '{}',
  countries      text[] not null default '{}',
  languages      text[] not null default '{}',
  poster         text,                   -- null: none; 'drawn': made on demand from the record
  source         source_name not null,   -- of the record and every part that title_origin does not name
  fetched_at     timestamptz not null,
  inserted_at    timestamptz not null default now(),
  updated_at     timestamptz not null default now()
);

create table aka (
  title_id   bigint not null,
  ordering   integer not null,
  title      text not null,
  region     text,                       -- ISO 3166-1 alpha-2, or IMDb's own (XWW, SUHH)
  language   text,
  types      text[],
  attributes text[],
  original   boolean not null default false,
  primary key (title_id, ordering)
);

create table person (
  id            bigint primary key,
  name          text not null,
  unique_name   text,
  birth_name    text,
  birth_date    text,                    -- ISO 8601 as precise as known
  birth_place   text,
  death_date    text,
  death_place   text,
  height        integer,                 -- centimetres
  star_meter    integer,
  professions   text[] not null default '{}',
  known_for     bigint[] not null default '{}',
  biography     text,
  photo         text,                    -- as title.poster
  source        source_name not null,
  fetched_at    timestamptz not null,
  inserted_at   timestamptz not null default now(),
  updated_at    timestamptz not null default now()
);

-- Actors and crew. role 0 is an actor, 1 to 29 the crew types in their fixed order (see contracts/crew.ts).
create table credit (
  title_id   bigint not null,
  role       smallint not null,
  ordering   integer not null,
  person_id  bigint not null,
  main       boolean not null default false,
  characters text[],
  job        text,
  remark     text,
  primary key (title_id, role, ordering)
);
create index credit_person on credit (person_id, role, title_id);

create table episode (
  title_id  bigint primary key,
  series_id bigint not null,
  season    integer,
  number    integer,
  year      integer                      -- of the episode's own record, kept here so that a series' years need no join
);
create index episode_series on episode (series_id, season, number) include (year, title_id);

-- The short lists: goofs keywords locations quotes similar-movies technicals trailers trivias awards business photos.
-- One row a part, in the shape of the wire, so that a part is read, replaced and compared as a whole.
create table title_list (
  title_id bigint not null,
  part     text not null,
  items    jsonb not null,
  primary key (title_id, part)
);

-- alternative nicknames salaries marriages trade-marks quotes trivias photos
create table person_list (
  person_id bigint not null,
  part      text not null,
  items     jsonb not null,
  primary key (person_id, part)
);

-- What differs from the record's own source, and what an editor has locked. part names a field or a part.
create table title_origin (
  title_id   bigint not null,
  part       text not null,
  source     source_name not null,
  fetched_at timestamptz not null,
  locked     boolean not null default false,
  primary key (title_id, part)
);
create table person_origin (
  person_id  bigint not null,
  part       text not null,
  source     source_name not null,
  fetched_at timestamptz not null,
  locked     boolean not null default false,
  primary key (person_id, part)
);

create table serie_update (
  title_id    bigint primary key,
  update_date timestamptz,
  ignore      boolean not null default false
);

create table redirect (
  kind      record_kind not null,
  source_id bigint not null,
  target_id bigint not null,
  primary key (kind, source_id),
  check (source_id <> target_id)
);

create table external_id (
  site      text not null,               -- tmdb
  kind      record_kind not null,
  value     text not null,
  record_id bigint not null,
  primary key (site, kind, value)
);

-- The change feed. Writers take the feed's advisory lock before they insert, so ids follow the order of the commits
-- and a reader's cursor never passes over a row that is still to be committed.
create table change (
  id          bigint generated always as identity primary key,
  at          timestamptz not null default now(),
  kind        record_kind not null,
  record_id   bigint not null,
  action      text not null check (action in ('create', 'update', 'delete', 'merge')),
  redirect_to bigint
);
create index change_record on change (record_id, id);

create table manual_update (
  id           bigint generated always as identity primary key,
  imdb_id      text not null unique,
  immediately  boolean not null default false,
  only_index   boolean not null default false,
  result       text,
  account_id   bigint,
  inserted_at  timestamptz not null default now(),
  processed_at timestamptz
);
create index manual_update_account on manual_update (account_id, inserted_at);

create table import_run (
  id          bigint generated always as identity primary key,
  source      source_name not null,
  started_at  timestamptz not null default now(),
  finished_at timestamptz,
  files       jsonb not null             -- per file: sha256 and the counts of the closing table
);
