-- TMDB and TheTVDB number films, series, episodes and people each for themselves: 1396 is a film and a series.

-- Among which of a site's numbers one is, as far as the record says. Items of Wikidata have one row of numbers.
create function external_space(site text, kind record_kind, type text) returns text language sql immutable parallel safe as $$
  select case when site = 'wikidata' then 'item' when kind = 'name' then 'person'
    when type in ('S', 'TVMS') then 'series' when type = 'E' then 'episode' else 'film' end
$$;

alter table external_id add column space text;
-- Told by the map of Wikidata: its next reading replaces it.
alter table external_id add column by_map boolean not null default false;
update external_id e set space = external_space(e.site, e.kind, (select t.type from title t where e.kind = 'movie' and t.id = e.record_id));
delete from external_id a using external_id b
  where a.site = b.site and a.space = b.space and a.value = b.value and a.kind > b.kind;
alter table external_id alter column space set not null;
alter table external_id drop constraint external_id_pkey;
alter table external_id add primary key (site, space, value);
create index external_id_record on external_id (kind, record_id, site);

-- What a reading of the map has told so far, and how far it is: one that was broken off is gone on with.
create table external_id_told (
  site      text not null,
  space     text not null,
  value     text not null,
  kind      record_kind not null,
  record_id bigint not null,
  primary key (site, space, value, record_id)
);
create table external_id_reading (
  part     text primary key,
  read     integer not null,              -- statements of this part
  whole    boolean not null,
  begun_at timestamptz not null default now()
);
