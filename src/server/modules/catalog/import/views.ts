import type { Executor } from '#server/platform/db/database.ts';
import type { Has } from './context.ts';
import { OPEN, PERSON_FIELDS, TITLE_FIELDS, titleGiven, wantedOf } from './fields.ts';

// For each table of the catalogue two views: `wanted_x`, the rows that are to be there, and `old_x`, the rows that they
// take the place of. Whatever is in neither stays. The merge compares the two, so that every rule stands here and once.
// Of titles and people, which a file never takes away, `wanted_x` has every row of `old_x`, and says by itself which rows
// are new (`added`) or otherwise to be written (`fresh`).

const barred = (kind: 'movie' | 'name', id: string): string =>
  `not exists (select from redirect d where d.kind = '${kind}' and d.source_id = ${id})`;

type Kept = (id: string, part: string) => string;
const keptParts: Kept = (id, part) =>
  `exists (select from import.kept k_ where k_.title_id = ${id} and k_.part = ${part})`;
/** Where nothing is to stay, no row need be looked up for it. */
const noneKept: Kept = () => 'false';

const alive = (table: 'title' | 'person', id: string): string =>
  `exists (select from import.alive_${table} v where v.id = ${id})`;

/** How a staged row stands to the record: new, changed, the same; null when the file does not speak of it. */
const state = (given: string, fresh: string, differs: string): string =>
  `case when not (${given}) then null when ${fresh} then 'new' when ${differs} then 'changed' else 'same' end`;

const different = (columns: readonly string[]): string =>
  `(${columns.map((c) => `t.${c}`).join(', ')}) is distinct from (${columns.map((c) => `w.${c}`).join(', ')})`;

const titleViews = (has: Has): string[] => {
  const given = titleGiven(has('title.ratings'));
  const values = TITLE_FIELDS.map((field) => `${wantedOf(field, given[field.from])} as ${field.column}`);
  const columns = (from: 's' | 'r') => TITLE_FIELDS.filter((f) => f.from === from).map((f) => f.column);
  const own = different(columns('s'));
  const rating = different(columns('r'));
  const source = `(${given.s} and t.source <> 'imdb-datasets')`;
  const fresh = `t.id is null or x.id is not null or ${source} or ${own} or ${rating}`;
  const others = ['release_date', 'rated', 'metascore', 'simple_plot', 'plot', 'poster'];
  return [
    `create view import.wanted_title as
      select id, ${TITLE_FIELDS.map(({ column }) => `w.${column}`).join(', ')}, ${others.map((c) => `t.${c}`).join(', ')},
        coalesce(t.countries, '{}') as countries, coalesce(t.languages, '{}') as languages,
        case when ${given.s} then 'imdb-datasets' else t.source end as source,
        case when ${fresh} then now() else t.fetched_at end as fetched_at, coalesce(t.inserted_at, now()) as inserted_at,
        case when ${fresh} then now() else t.updated_at end as updated_at,
        ${state(given.s, 't.id is null', own)} as basics_state,
        ${state(`r.id is not null and ${OPEN}`, 't.rating is null and t.votes is null', rating)} as ratings_state,
        t.id is not null and ${different(['title', 'runtime', 'rating', 'votes'])} as listed_otherwise,
        t.id is null as added, ${fresh} as fresh
      from import.s_title s full join import.s_rating r using (id) full join (select distinct id from import.touched) x using (id)
        left join public.title t using (id) left join import.title_origins o using (id)
        cross join lateral (select ${values.join(', ')}) w
      where (t.id is not null or s.id is not null) and (${OPEN} or x.id is not null) and ${barred('movie', 'id')}`,
    `create view import.old_title as select t.* from public.title t where t.source <> 'editor' and ${barred('movie', 't.id')}
      and exists (select from import.scope_title c where c.id = t.id)
      union all select t.* from public.title t where t.source = 'editor' and ${barred('movie', 't.id')}
        and exists (select from import.touched x where x.id = t.id)`,
  ];
};

const personViews = (): string[] => {
  const values = PERSON_FIELDS.map((field) => `${wantedOf(field, 'true')} as ${field.column}`);
  const fresh = `t.id is null or t.source <> 'imdb-datasets' or ${different(PERSON_FIELDS.map((f) => f.column))}`;
  const others = [
    'unique_name',
    'birth_name',
    'birth_place',
    'death_place',
    'height',
    'star_meter',
    'biography',
    'photo',
  ];
  return [
    `create view import.wanted_person as
      select s.id, ${PERSON_FIELDS.map(({ column }) => `w.${column}`).join(', ')}, ${others.map((c) => `t.${c}`).join(', ')},
        'imdb-datasets'::source_name as source,
        case when ${fresh} then now() else t.fetched_at end as fetched_at, coalesce(t.inserted_at, now()) as inserted_at,
        case when ${fresh} then now() else t.updated_at end as updated_at, t.id is null as added, ${fresh} as fresh
      from import.s_person s left join public.person t on t.id = s.id left join import.person_origins o on o.id = s.id
        cross join lateral (select ${values.join(', ')}) w
      where t.source is distinct from 'editor' and ${barred('name', 's.id')}`,
    `create view import.old_person as select t.* from public.person t
      where t.source <> 'editor' and ${barred('name', 't.id')} and exists (select from import.s_person s where s.id = t.id)`,
  ];
};

const akaViews = (kept: Kept): string[] => [
  `create view import.wanted_aka as select a.* from import.s_aka a
    where ${alive('title', 'a.title_id')} and not ${kept('a.title_id', "'akas'")}`,
  `create view import.old_aka as select a.* from public.aka a
    where exists (select from import.scope_aka c where c.id = a.title_id) and not ${kept('a.title_id', "'akas'")}`,
];

/** Whether a row stays as it is. */
type Stays = (row: string) => string;

const creditPart = (row: string): string => `case when ${row}.role = 0 then 'actors' else 'crew' end`;
const bothAlive = (row: string): string =>
  `${alive('title', `${row}.title_id`)} and ${alive('person', `${row}.person_id`)}`;
const samePerson = (row: string, other: string): string =>
  `${other}.title_id = ${row}.title_id and ${other}.role = ${row}.role and ${other}.person_id = ${row}.person_id`;

/** Whether a row belongs to crew that another source gave, and that the files now replace as a whole. */
const handedOver = (row: string): string =>
  `exists (select from import.named h where h.title_id = ${row}.title_id and h.part = 'crew')`;

/** Orderings of directors and writers that title.principals no longer names begin after this. */
const PASSED_ON = 2000;

const credits = (
  stays: Stays,
): string => `select p.title_id, p.role, p.ordering, p.person_id, true as main, p.characters, p.job, p.remark
  from import.s_principal p where ${bothAlive('p')} and not ${stays('p')}`;

/** Directors and writers; whom title.principals names as well stands there, with the job. */
const crew = (stays: Stays, principals: boolean): string =>
  `select c.title_id, c.role, c.ordering, c.person_id, false, null::text[], null::text, null::text from import.s_crew c
    where ${bothAlive('c')} and not ${stays('c')} and not exists (select from ${
      principals
        ? `import.s_principal p where p.role in (1, 2) and ${samePerson('c', 'p')}`
        : `public.credit p where p.main and p.role in (1, 2) and ${samePerson('c', 'p')} and not ${handedOver('p')}`
    })`;

/** Without title.crew nobody stops being director or writer: whose place another takes goes to the end. */
const passedOn = (
  stays: Stays,
): string => `select k.title_id, k.role, ${PASSED_ON} + k.ordering, k.person_id, false, null::text[], k.job, k.remark
  from public.credit k join import.s_principal n on n.title_id = k.title_id and n.role = k.role and n.ordering = k.ordering
  where k.role in (1, 2) and k.main and ${bothAlive('n')} and not ${stays('k')} and not ${handedOver('k')}
    and not exists (select from import.s_principal p where ${samePerson('k', 'p')})`;

/** Which of the old rows the files replace. Each row is in one of the cases, so that each is a join by itself. */
const replaced = (has: Has): readonly string[] => {
  if (has('title.principals') && has('title.crew')) return ['true'];
  if (has('title.crew'))
    return ['not k.main and k.role in (1, 2)', `k.role > 0 and (k.main or k.role > 2) and ${handedOver('k')}`];
  const named = `exists (select from import.s_principal p where ${samePerson('k', 'p')})`;
  const displaced = `exists (select from import.s_principal p
    where p.title_id = k.title_id and p.role = k.role and p.ordering = k.ordering)`;
  return [
    'k.role not in (1, 2)',
    `k.role in (1, 2) and ${named}`,
    `k.role in (1, 2) and k.main and not ${named} and ${displaced} and not ${handedOver('k')}`,
    `k.role in (1, 2) and not ${named} and ${handedOver('k')}`,
  ];
};

const creditViews = (has: Has, kept: Kept): string[] => {
  const stays: Stays = (row) => kept(`${row}.title_id`, creditPart(row));
  const principals = has('title.principals');
  const sources = [
    ...(principals ? [credits(stays)] : []),
    ...(has('title.crew') ? [crew(stays, principals)] : []),
    ...(principals && !has('title.crew') ? [passedOn(stays)] : []),
  ];
  return [
    `create view import.wanted_credit (title_id, role, ordering, person_id, main, characters, job, remark) as ${sources.join(' union all ')}`,
    `create view import.old_credit as ${replaced(has)
      .map(
        (which) => `select k.* from public.credit k
      where exists (select from import.scope_credit c where c.id = k.title_id) and not ${stays('k')} and ${which}`,
      )
      .join(' union all ')}`,
  ];
};

const yearOf = (id: string): string => {
  const year = TITLE_FIELDS.filter(({ column }) => column === 'year').map((field) =>
    wantedOf(field, `s.id is not null and ${OPEN}`),
  );
  return `left join import.s_title s on s.id = ${id} left join public.title t on t.id = ${id} left join import.title_origins o on o.id = ${id}
    cross join lateral (select ${year.join()} as year) y`;
};

/** Episodes that the file does not replace stay, and follow the years of their records. */
const episodeViews = (has: Has, kept: Kept, keeps: boolean): string[] => {
  const stays = (row: string): string =>
    keeps ? `exists (select from import.kept_episode x where x.title_id = ${row}.title_id)` : 'false';
  const staying = `select e.title_id, e.series_id, e.season, e.number, y.year from public.episode e ${yearOf('e.title_id')}
    where exists (select from import.s_title n where n.id = e.title_id) ${has('title.episode') ? `and ${stays('e')}` : ''}`;
  const staged = `select e.title_id, e.series_id, e.season, e.number, y.year from import.s_episode e ${yearOf('e.title_id')}
    where ${alive('title', 'e.title_id')} and ${alive('title', 'e.series_id')} and not ${kept('e.series_id', "'season'")}
      and not ${kept('e.title_id', "'place'")} and not ${stays('e')}`;
  return [
    `create view import.wanted_episode as ${[staying, ...(has('title.episode') ? [staged] : [])].join(' union all ')}`,
    `create view import.old_episode as select e.* from public.episode e
      where exists (select from import.scope_episode c where c.id = e.title_id) and not ${stays('e')}
      union all select e.* from public.episode e
        where exists (select from import.s_title n where n.id = e.title_id) and ${stays('e')}`,
  ];
};

/** Makes the views over the staging tables and the catalogue; the context must be there, `keeps` is what it answered. */
export const makeViews = async (tx: Executor, has: Has, keeps: boolean): Promise<void> => {
  const kept = keeps ? keptParts : noneKept;
  const views = [
    ...titleViews(has),
    ...personViews(),
    ...(has('title.akas') ? akaViews(kept) : []),
    ...(has('title.principals') || has('title.crew') ? creditViews(has, kept) : []),
    ...episodeViews(has, kept, keeps),
  ];
  for (const view of views) await tx.query(view);
};
