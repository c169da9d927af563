import type { Executor } from '#server/platform/db/database.ts';
import type { ImdbFile } from '#server/sources/imdb-datasets/files.ts';
import { YIELDING } from './fields.ts';

/** Whether an import has a file. */
export type Has = (file: ImdbFile) => boolean;

/** The parts that an import replaces as a whole: `id, part` of the rows of each file that speaks of them. */
const PART_STAGING: readonly { file: ImdbFile; parts: string }[] = [
  { file: 'title.akas', parts: `select title_id as id, 'akas' as part from import.s_aka` },
  {
    file: 'title.principals',
    parts: `select title_id, case when role = 0 then 'actors' else 'crew' end from import.s_principal`,
  },
  { file: 'title.crew', parts: `select title_id, 'crew' from import.s_crew` },
  { file: 'title.episode', parts: `select series_id, 'season' from import.s_episode` },
  // An editor's place for an episode, where the list that names it is not to stay.
  {
    file: 'title.episode',
    parts: `select e.title_id, 'place' from import.s_episode e
      where not exists (select from import.kept k where k.title_id = e.series_id and k.part = 'season')`,
  },
];

/** The ids that a record kind has after the merge; records merged into another do not come back. */
const alive = (table: 'title' | 'person', kind: 'movie' | 'name', staged: boolean): string =>
  staged
    ? `create table import.alive_${table} as
        select s.id from import.s_${table} s
          where not exists (select from redirect r where r.kind = '${kind}' and r.source_id = s.id)
        union all select t.id from public.${table} t
          where not exists (select from import.s_${table} s where s.id = t.id)`
    : `create view import.alive_${table} as select id from public.${table}`;

const origins = (table: 'title' | 'person'): string =>
  `create table import.${table}_origins as
    select ${table}_id as id, coalesce(array_agg(part) filter (where locked), '{}') as locked,
      coalesce(array_agg(part) filter (where not locked and source not in ${YIELDING}), '{}') as other,
      coalesce(array_agg(part) filter (where not locked and source in ${YIELDING}), '{}') as yielding
    from public.${table}_origin group by 1`;

/** Whether a part of the title `t` is not known to come from the datasets. */
const givenByOthers = (part: string): string =>
  `not exists (select from public.title_origin o
    where o.title_id = t.id and o.part = ${part} and o.source = 'imdb-datasets')`;

/** The titles there are that title.basics does not name. */
const UNLISTED = `create table import.unlisted as
  select t.id from public.title t where not exists (select from import.s_title s where s.id = t.id)`;

/** The titles that a file replaces the rows of: those of title.basics and those of the catalogue that it names itself. */
const scope = async (tx: Executor, name: string, ids: string): Promise<void> => {
  await tx.query(`create table import.also_${name} as
    select distinct t.id from import.unlisted t join (${ids}) n (id) on n.id = t.id`);
  await tx.query(`analyze import.also_${name}`);
  await tx.query(`create view import.scope_${name} as
    select id from import.s_title union all select id from import.also_${name}`);
};

/**
 * Sums up what the merge has to know about the catalogue before anything is written: which records there will be, what is
 * locked or from elsewhere, which titles a file speaks for; `keeps` is whether any part is to stay. Needs the staging tables and the locks on the catalogue.
 */
export const prepareContext = async (tx: Executor, has: Has): Promise<{ readonly keeps: boolean }> => {
  await tx.query(alive('title', 'movie', has('title.basics')));
  await tx.query(alive('person', 'name', has('name.basics')));
  await tx.query(origins('title'));
  await tx.query(origins('person'));

  // What stays as it is: parts that an editor has locked, and all of a title that an editor has made.
  await tx.query(`create table import.kept as
    select title_id, part from public.title_origin where locked
    union select t.id, p.part from public.title t cross join (values ('akas'), ('actors'), ('crew'), ('season'), ('place')) p (part)
      where t.source = 'editor'`);
  // A part that another source gave stays, too, where the file says nothing of it. An episode has no seasons to keep.
  await tx.query(`create table import.others as
    select t.id as title_id, p.part from public.title t cross join (values ('akas'), ('actors'), ('crew')) p (part)
      where t.source not in ('imdb-datasets', 'editor') and ${givenByOthers('p.part')}
    union select t.id, 'season' from public.title t
      where t.source not in ('imdb-datasets', 'editor') and ${givenByOthers("'season'")}
        and exists (select from public.episode e where e.series_id = t.id)
    union select title_id, part from public.title_origin where not locked and source <> 'imdb-datasets'`);
  await tx.query('analyze import.others');
  // Not `=`, so that PostgreSQL hashes the ids alone: hashing the parts as well takes twice as long.
  const named = PART_STAGING.filter(({ file }) => has(file)).map(({ parts }) => parts);
  await tx.query(`create table import.named as
    select f.title_id, f.part from import.others f
      join (${[...named, 'select null::bigint, null where false'].join(' union all ')}) i (id, part)
        on i.id = f.title_id and i.part is not distinct from f.part
      group by 1, 2`);
  await tx.query(`insert into import.kept select title_id, part from import.others
    except select title_id, part from import.named except select title_id, part from import.kept`);

  // Episodes that stay, since their series' list stays or their own place does. One that an editor has given free goes.
  await tx.query(`create table import.kept_episode as
    select e.title_id from public.episode e join import.kept k on k.title_id = e.series_id and k.part = 'season'
      where not exists (select from import.named n where n.title_id = e.title_id and n.part = 'place')
    union select e.title_id from public.episode e join import.kept k on k.title_id = e.title_id and k.part = 'place'`);

  const crewIds = [
    ...(has('title.principals') ? ['select title_id from import.s_principal'] : []),
    ...(has('title.crew') ? ['select title_id from import.s_crew'] : []),
  ];
  await tx.query(UNLISTED);
  await tx.query('analyze import.unlisted');
  if (has('title.akas')) await scope(tx, 'aka', 'select title_id from import.s_aka');
  if (crewIds.length > 0) await scope(tx, 'credit', crewIds.join(' union all '));
  await scope(tx, 'episode', 'select title_id from import.s_episode');
  await tx.query('create table import.scope_title (id bigint)');
  // Without knowing their sizes the planner takes the big ones for small and looks up row by row.
  await tx.query('analyze import.kept, import.kept_episode, import.named, import.title_origins, import.person_origins');
  if (has('title.basics')) await tx.query('analyze import.alive_title');
  if (has('name.basics')) await tx.query('analyze import.alive_person');
  const { rows } = await tx.query('select 1 from import.kept limit 1');
  return { keeps: rows.length > 0 };
};

/** Titles there are that are to be looked at: those that the files name and those whose parts have changed. */
export const scopeTitles = async (tx: Executor): Promise<void> => {
  await tx.query(`insert into import.scope_title
    select t.id from public.title t where exists (select from (select id from import.s_title
      union all select id from import.s_rating union all select id from import.touched) n where n.id = t.id)`);
  await tx.query('analyze import.scope_title, import.touched');
};
