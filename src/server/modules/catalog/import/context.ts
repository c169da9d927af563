import type { Executor } from '#server/platform/db/database.ts';
import type { ImdbFile } from '#server/sources/imdb-datasets/files.ts';
import { YIELDING } from './fields.ts';

/** Whether an import has a file. */
export type Has = (file: ImdbFile) => boolean;

/** The parts that an import replaces as a whole, and the staging tables that speak of them. */
const PART_STAGING: readonly { part: string; file: ImdbFile; ids: string }[] = [
  { part: 'akas', file: 'title.akas', ids: 'select title_id from import.s_aka' },
  { part: 'actors', file: 'title.principals', ids: 'select title_id from import.s_principal where role = 0' },
  { part: 'crew', file: 'title.principals', ids: 'select title_id from import.s_principal where role > 0' },
  { part: 'crew', file: 'title.crew', ids: 'select title_id from import.s_crew' },
  { part: 'season', file: 'title.episode', ids: 'select series_id from import.s_episode' },
];

/** The ids that a record kind has after the merge; records merged into another do not come back. */
const alive = (table: 'title' | 'person', kind: 'movie' | 'name', staged: boolean): string =>
  staged
    ? `create table import.alive_${table} as
        select s.id from import.s_${table} s
          where not exists (select from redirect r where r.kind = '${kind}' and r.source_id = s.id)
        union select id from public.${table}`
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

/** The titles that a file replaces the rows of: those of title.basics and those that it names itself. */
const scope = (name: string, ids: string): string =>
  `create table import.scope_${name} as
    select id from import.s_title
    union all select distinct n.id from (${ids}) n (id) where not exists (select from import.s_title s where s.id = n.id)`;

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
    union select t.id, p.part from public.title t cross join (values ('akas'), ('actors'), ('crew'), ('season')) p (part)
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
  await tx.query(
    `create table import.named as ${PART_STAGING.filter(({ file }) => has(file))
      .map(
        ({ part, ids }) =>
          `select distinct i.id as title_id, '${part}' as part from (${ids}) i (id)
          join import.others f on f.title_id = i.id and f.part = '${part}'`,
      )
      .concat('select null::bigint as title_id, null::text as part where false')
      .join(' union ')}`,
  );
  await tx.query(`insert into import.kept select title_id, part from import.others
    except select title_id, part from import.named except select title_id, part from import.kept`);

  // Episodes that stay, since their series' list stays or their own part does.
  await tx.query(`create table import.kept_episode as
    select e.title_id from public.episode e join import.kept k on k.title_id = e.series_id and k.part = 'season'
    union select e.title_id from public.episode e join import.kept k on k.title_id = e.title_id and k.part = 'season'`);

  const crewIds = [
    ...(has('title.principals') ? ['select title_id from import.s_principal'] : []),
    ...(has('title.crew') ? ['select title_id from import.s_crew'] : []),
  ];
  if (has('title.akas')) await tx.query(scope('aka', 'select title_id from import.s_aka'));
  if (crewIds.length > 0) await tx.query(scope('credit', crewIds.join(' union all ')));
  await tx.query(scope('episode', 'select title_id from import.s_episode'));
  await tx.query('create table import.scope_title (id bigint)');
  // Without knowing their sizes the planner takes the big ones for small and looks up row by row.
  await tx.query(
    'analyze import.kept, import.kept_episode, import.named, import.title_origins, import.person_origins, import.scope_episode',
  );
  if (has('title.basics')) await tx.query('analyze import.alive_title');
  if (has('name.basics')) await tx.query('analyze import.alive_person');
  if (has('title.akas')) await tx.query('analyze import.scope_aka');
  if (crewIds.length > 0) await tx.query('analyze import.scope_credit');
  const { rows } = await tx.query('select 1 from import.kept limit 1');
  return { keeps: rows.length > 0 };
};

/** Titles that are to be looked at: those that the files name and those whose parts have changed. */
export const scopeTitles = async (tx: Executor): Promise<void> => {
  await tx.query(`insert into import.scope_title
    select id from import.s_title union select id from import.s_rating union select id from import.touched`);
  await tx.query('analyze import.scope_title, import.touched');
};
