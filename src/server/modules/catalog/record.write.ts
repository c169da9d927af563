import type { Transaction } from '#server/platform/db/database.ts';
import type { Records, SourceName } from '#server/sources/source.ts';
import { CHANGE_LOCK } from './change.store.ts';

/** Writes records that the catalogue does not hold yet; what is there already stays as it is. */
export const addRecords = async (tx: Transaction, { titles, people }: Records, source: SourceName): Promise<void> => {
  await tx.query('create temp table added_title (id bigint primary key) on commit drop');
  await tx.query('create temp table added_person (id bigint primary key) on commit drop');
  const [titlesJson, peopleJson] = [JSON.stringify(titles), JSON.stringify(people)];
  await tx.query(INSERT_TITLES, [titlesJson, source]);
  await tx.query(INSERT_PEOPLE, [peopleJson, source]);
  for (const text of CHILDREN_OF_TITLES) await tx.query(text, [titlesJson]);
  await tx.query(PERSON_LISTS, [peopleJson]);
  await tx.query('select pg_advisory_xact_lock($1)', [CHANGE_LOCK]);
  await tx.query(
    `insert into change (kind, record_id, action) select 'movie', id, 'create' from added_title order by id`,
  );
  await tx.query(
    `insert into change (kind, record_id, action) select 'name', id, 'create' from added_person order by id`,
  );
};

const INSERT_TITLES = `
  with record as (select * from jsonb_to_recordset($1::jsonb) as r (
    id bigint, type text, title text, "originalTitle" text, year int, "endYear" int, runtime int, adult boolean, "releaseDate" text,
    rated text, rating real, votes int, metascore int, "simplePlot" text, plot text, genres text[], countries text[], languages text[], poster text)),
  added as (insert into title (id, type, title, original_title, year, end_year, runtime, adult, release_date, rated, rating, votes,
      metascore, simple_plot, plot, genres, countries, languages, poster, source, fetched_at)
    select id, type, title, "originalTitle", year, "endYear", runtime, adult, "releaseDate", rated, rating, votes,
      metascore, "simplePlot", plot, genres, countries, languages, poster, $2::source_name, now() from record order by id
    on conflict (id) do nothing returning id)
  insert into added_title select id from added`;

const INSERT_PEOPLE = `
  with record as (select * from jsonb_to_recordset($1::jsonb) as r (
    id bigint, name text, "birthName" text, "birthDate" text, "birthPlace" text, "deathDate" text, "deathPlace" text,
    height int, professions text[], "knownFor" bigint[], biography text, photo text)),
  added as (insert into person (id, name, birth_name, birth_date, birth_place, death_date, death_place, height, professions, known_for,
      biography, photo, source, fetched_at)
    select id, name, "birthName", "birthDate", "birthPlace", "deathDate", "deathPlace", height, professions, "knownFor",
      biography, photo, $2::source_name, now() from record order by id
    on conflict (id) do nothing returning id)
  insert into added_person select id from added`;

const each = (columns: string) =>
  `jsonb_to_recordset($1::jsonb) as r (id bigint, ${columns}) join added_title n on n.id = r.id`;

const CHILDREN_OF_TITLES = [
  `insert into aka (title_id, ordering, title, region, language, types, attributes, original)
    select r.id, a.ordering, a.title, a.region, a.language, a.types, a.attributes, a.original from ${each('akas jsonb')}
    cross join jsonb_to_recordset(r.akas) as a (ordering int, title text, region text, language text, types text[], attributes text[], original boolean)`,
  `insert into credit (title_id, role, ordering, person_id, main, characters, job, remark)
    select r.id, c.role, c.ordering, c.person, c.main, c.characters, c.job, c.remark from ${each('credits jsonb')}
    cross join jsonb_to_recordset(r.credits) as c (role smallint, ordering int, person bigint, main boolean, characters text[], job text, remark text)
    join person p on p.id = c.person`,
  `insert into episode (title_id, series_id, season, number, year)
    select r.id, e.series, e.season, e.number, r.year from ${each('year int, episode jsonb')}
    cross join jsonb_to_record(r.episode) as e (series bigint, season int, number int) where jsonb_typeof(r.episode) = 'object'`,
  `insert into title_list (title_id, part, items)
    select r.id, l.key, l.value from ${each('lists jsonb')} cross join jsonb_each(r.lists) l where jsonb_array_length(l.value) > 0`,
  `insert into external_id (site, kind, value, record_id)
    select 'tmdb', 'movie', r."tmdbId"::text, r.id from ${each('"tmdbId" bigint')} where r."tmdbId" is not null on conflict do nothing`,
];

const PERSON_LISTS = `insert into person_list (person_id, part, items)
  select r.id, l.key, l.value from jsonb_to_recordset($1::jsonb) as r (id bigint, lists jsonb) join added_person n on n.id = r.id
  cross join jsonb_each(r.lists) l where jsonb_array_length(l.value) > 0`;
