import type { Executor } from '#server/platform/db/database.ts';
import { CREW_ORDERING } from '#server/sources/imdb-datasets/files.ts';
import type { CreditRecord, Told, ToldTitle } from '#server/sources/record.ts';
import type { Rows } from './imdb-set.ts';
import { type Catalogue, type FileSet, TITLES } from './random-catalogue.ts';

const TYPE_NAMES = { M: 'movie', S: 'tvSeries', E: 'tvEpisode' } as Readonly<Record<string, string>>;
const CATEGORIES = { 0: 'actor', 1: 'director', 2: 'writer', 4: 'composer' } as Readonly<Record<number, string>>;

const cell = (value: unknown): string => {
  if (value === null || (Array.isArray(value) && value.length === 0)) return '\\N';
  return typeof value === 'boolean' ? String(Number(value)) : String(value);
};
const line = (...cells: unknown[]): string => cells.map(cell).join(' | ');
const tt = (id: number): string => `tt${String(id).padStart(7, '0')}`;
const nm = (id: number): string => `nm${String(id).padStart(7, '0')}`;

type Crew = NonNullable<FileSet['credits']>['crew'];
const crewOf = (crew: Crew, id: number, role: number) => crew.filter((one) => one.id === id && one.role === role);

/** The set as the lines of its files. */
export const linesOf = (set: FileSet): Rows => ({
  ...(set.titles && {
    'title.basics': set.titles.map((t) =>
      line(tt(t.id), TYPE_NAMES[t.type], t.title, t.originalTitle, t.adult, t.year, t.endYear, t.runtime, t.genres),
    ),
  }),
  ...(set.ratings && { 'title.ratings': set.ratings.map((r) => line(tt(r.id), r.rating, r.votes)) }),
  ...(set.people && {
    'name.basics': set.people.map((p) =>
      line(nm(p.id), p.name, p.birthDate, p.deathDate, p.professions, p.knownFor.map(tt)),
    ),
  }),
  ...(set.akas && {
    'title.akas': set.akas.map((a) => line(tt(a.id), a.ordering, a.title, null, null, null, null, false)),
  }),
  ...(set.episodes && {
    'title.episode': set.episodes.map((e) => line(tt(e.id), tt(e.series), e.season, e.number)),
  }),
  ...(set.credits && {
    'title.principals': set.credits.principals.map((c) =>
      line(tt(c.id), c.ordering, nm(c.person), CATEGORIES[c.role], null, null),
    ),
    'title.crew': [...new Set(set.credits.crew.map(({ id }) => id))].map((id) =>
      line(tt(id), ...[1, 2].map((role) => crewOf(set.credits?.crew ?? [], id, role).map(({ person }) => nm(person)))),
    ),
  }),
});

const creditOf = (role: number, ordering: number, person: number, main: boolean): CreditRecord => ({
  role,
  ordering,
  person,
  main,
  characters: null,
  job: null,
  remark: null,
});

/** Credits of a title; whom title.principals names as well stands there only. */
const creditsOf = ({ principals, crew }: NonNullable<FileSet['credits']>, id: number): CreditRecord[] => [
  ...principals.filter((c) => c.id === id).map((c) => creditOf(c.role, c.ordering, c.person, true)),
  ...[1, 2].flatMap((role) =>
    crewOf(crew, id, role)
      .map(({ person }, at) => creditOf(role, CREW_ORDERING + at + 1, person, false))
      .filter((c) => !principals.some((p) => p.id === id && p.role === role && p.person === c.person)),
  ),
];

const toldOf = (set: FileSet, id: number): ToldTitle => {
  const { id: _id, ...basics } = set.titles?.find((one) => one.id === id) ?? { id };
  const speaks = Object.keys(basics).length > 0;
  const rating = set.ratings?.find((one) => one.id === id);
  const akas = set.akas?.filter((one) => one.id === id);
  const credits = set.credits && creditsOf(set.credits, id);
  const episode = set.episodes?.find((one) => one.id === id);
  return {
    id,
    ...(basics as Partial<ToldTitle>),
    ...(rating
      ? { rating: rating.rating, votes: rating.votes }
      : set.ratings && speaks && { rating: null, votes: null }),
    ...(akas &&
      (speaks || akas.length > 0) && {
        akas: akas.map(({ ordering, title }) => ({
          ...{ ordering, title, region: null, language: null, types: null, attributes: null, original: false },
        })),
      }),
    ...(credits && (speaks || credits.length > 0) && { credits }),
    ...(set.episodes &&
      (speaks || episode) && {
        episode: episode ? { series: episode.series, season: episode.season, number: episode.number } : null,
      }),
  };
};

/** The set as what a source tells. */
export const tellingOf = (set: FileSet): Told => ({
  titles: TITLES.map((id) => toldOf(set, id)).filter((told) => Object.keys(told).length > 1),
  people: (set.people ?? []).map((person) => ({ ...person })) as unknown as Told['people'],
});

const insert = (db: Executor, table: string, columns: string, rows: readonly object[]) =>
  db.query(
    `insert into ${table} (${columns.replaceAll(/ \w+(\[\])?(?=,|$)/g, '')}) select * from jsonb_to_recordset($1::jsonb) as r (${columns})`,
    [JSON.stringify(rows)],
  );

const originRows = (records: readonly { readonly id: number; readonly origins: readonly object[] }[], id: string) =>
  records.flatMap((record) =>
    record.origins.map((origin) => ({ [id]: record.id, ...origin, fetched_at: '2020-01-01' })),
  );

/** Writes a catalogue into empty tables. */
export const seed = async (db: Executor, { titles, people, akas, credits, episodes, merged }: Catalogue) => {
  const there = titles.filter(({ id }) => !merged.includes(id));
  const has = (id: number) => there.some((one) => one.id === id);
  const at = { fetched_at: '2020-01-01', updated_at: '2020-01-01' };
  await insert(
    db,
    'title',
    'id bigint, type text, title text, original_title text, year int, end_year int, runtime int, adult boolean, genres text[], rating real, votes int, plot text, countries text[], source source_name, fetched_at timestamptz, updated_at timestamptz',
    there.map((t) => ({ ...t, original_title: t.originalTitle, end_year: t.endYear, ...at })),
  );
  await insert(
    db,
    'person',
    'id bigint, name text, birth_date text, death_date text, birth_place text, professions text[], known_for bigint[], source source_name, fetched_at timestamptz, updated_at timestamptz',
    people.map((p) => ({
      ...p,
      birth_date: p.birthDate,
      death_date: p.deathDate,
      birth_place: p.birthPlace,
      known_for: p.knownFor,
      ...at,
    })),
  );
  const origin = 'part text, source source_name, fetched_at timestamptz, locked boolean';
  await insert(db, 'title_origin', `title_id bigint, ${origin}`, originRows(there, 'title_id'));
  await insert(db, 'person_origin', `person_id bigint, ${origin}`, originRows(people, 'person_id'));
  await insert(
    db,
    'aka',
    'title_id bigint, ordering int, title text, original boolean',
    akas.filter(({ id }) => has(id)).map((row) => ({ ...row, title_id: row.id, original: false })),
  );
  await insert(
    db,
    'credit',
    'title_id bigint, role smallint, ordering int, person_id bigint, main boolean',
    credits
      .filter((row) => has(row.id) && people.some(({ id }) => id === row.person))
      .map((row) => ({ ...row, title_id: row.id, person_id: row.person, main: false })),
  );
  await insert(
    db,
    'episode',
    'title_id bigint, series_id bigint, season int, number int, year int',
    episodes
      .filter((row) => has(row.id) && has(row.series))
      .map((row) => ({
        ...row,
        title_id: row.id,
        series_id: row.series,
        year: there.find(({ id }) => id === row.id)?.year,
      })),
  );
  await insert(
    db,
    'title_list',
    'title_id bigint, part text, items jsonb',
    there.filter(({ goofs }) => goofs).map(({ id }) => ({ title_id: id, part: 'goofs', items: [{ goof: 'A lamp.' }] })),
  );
  await insert(
    db,
    'redirect',
    'kind record_kind, source_id bigint, target_id bigint',
    merged.map((id) => ({ kind: 'movie', source_id: id, target_id: 1 })),
  );
};

const TIMES = '{fetched_at,inserted_at,updated_at}';
const READ: Readonly<Record<string, string>> = {
  title: `to_jsonb(t) - '${TIMES}'::text[]`,
  person: `to_jsonb(t) - '${TIMES}'::text[]`,
  ...Object.fromEntries(
    ['aka', 'credit', 'episode', 'title_list', 'person_list'].map((table) => [table, 'to_jsonb(t)']),
  ),
  change: `jsonb_build_array(t.kind, t.record_id, t.action)`,
};

/** Whose each field and part is that is locked or has something in it, where it is not simply the record's source's. */
const ORIGINS = `
  select 'title_origin' as name, jsonb_build_array(o.title_id, o.part, o.source, o.locked) as row
    from title_origin o join title t on t.id = o.title_id where o.locked or o.source <> t.source and case o.part
      when 'akas' then exists (select from aka a where a.title_id = t.id)
      when 'actors' then exists (select from credit c where c.title_id = t.id and c.role = 0)
      when 'crew' then exists (select from credit c where c.title_id = t.id and c.role > 0)
      when 'season' then exists (select from episode e where e.series_id = t.id)
      when 'place' then exists (select from episode e where e.title_id = t.id)
      when 'goofs' then exists (select from title_list l where l.title_id = t.id)
      else coalesce(nullif(to_jsonb(t)->(case o.part when 'originalTitle' then 'original_title' when 'endYear' then 'end_year' else o.part end), 'null'), '[]') <> '[]' end
  union all select 'person_origin', jsonb_build_array(o.person_id, o.part, o.source, o.locked)
    from person_origin o join person p on p.id = o.person_id where o.locked or o.source <> p.source
      and coalesce(nullif(to_jsonb(p)->(case o.part when 'birthdate' then 'birth_date' when 'dateOfDead' then 'death_date'
        when 'knownFor' then 'known_for' when 'placeOfBirth' then 'birth_place' else o.part end), 'null'), '[]') <> '[]'`;

/** Everything there is, without the times. */
export const contentsOf = async (db: Executor): Promise<string[]> => {
  const { rows } = await db.query<{ line: string }>(
    `select name || ' ' || row::text as line from (${[
      ORIGINS,
      ...Object.entries(READ).map(([table, row]) => `select '${table}', ${row} from ${table} t`),
    ].join(' union all ')}) x order by 1`,
  );
  return rows.map(({ line }) => line);
};

export const EVERYTHING = `title, person, aka, credit, episode, title_list, person_list, title_origin, person_origin,
  redirect, change, import_run, serie_update, external_id`;
