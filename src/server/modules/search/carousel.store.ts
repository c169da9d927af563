import type { CarouselImage } from '#contracts/public.api.ts';
import type { RecordKind } from '#server/kernel/ids.ts';
import type { Executor } from '#server/platform/db/database.ts';
import { statement } from '#server/platform/db/statement.ts';
import { type Visibility, visibilityTypes, visibilityValues } from '../catalog/visibility.ts';

/** How many a carousel holds. */
const LENGTH = 20;
const TYPES = `array['M', 'S', 'TVMS']`;
/** So many of the best titles of a type are looked through for pictures, however large the catalogue is. */
const BEST_TITLES = 20_000;
/** So many of them lead to the people who played in them. */
const PLAYED_TITLES = 500;
/** The mean of the weighted rating: what a title is above it, its actors are credited with. */
const MEAN = 7;

/** The best titles of a type, `y.type`, of those that may be shown. */
const best = (most: number): string => `(select d.id, d.weighted from title_document d
    where d.type = y.type and d.weighted is not null order by d.weighted desc, d.id desc limit ${most}) d
  join title t on t.id = d.id and ($adult or not t.adult) and ($sources is null or t.source = any($sources))`;

const titles = statement(
  'carousel_titles',
  `select title_ref(b.id) as "imdbId", b.title as description, b.year from unnest(${TYPES}) y (type) cross join lateral (
      select t.id, t.title, t.year, d.weighted from ${best(BEST_TITLES)}
      where t.poster is not null order by d.weighted desc, d.id desc limit ${LENGTH}) b
    order by b.weighted desc, b.id desc limit ${LENGTH}`,
  visibilityTypes,
);

const people = statement(
  'carousel_people',
  `with best as materialized (select b.* from unnest(${TYPES}) y (type)
      cross join lateral (select d.id, d.weighted from ${best(PLAYED_TITLES)}) b),
    played as (select distinct k.person_id, b.id, b.weighted from best b
      join credit k on k.title_id = b.id and k.role = 0 and k.main),
    actor as (select person_id, sum(greatest(round(weighted::numeric, 4) - ${MEAN}, 0)) as merit, max(weighted) as best
      from played group by person_id)
  select name_ref(p.id) as "imdbId", p.name as description, substr(p.birth_date, 1, 4)::int as year
    from actor a join person p on p.id = a.person_id
    where p.photo is not null and ($sources is null or p.source = any($sources))
    order by a.merit desc, a.best desc, p.id limit ${LENGTH}`,
  visibilityTypes,
);

const chosenTitles = statement(
  'carousel_chosen_titles',
  `select title_ref(t.id) as "imdbId", t.title as description, t.year from carousel c join title t on t.id = c.record_id
    where c.kind = 'movie' and t.poster is not null and ($adult or not t.adult)
      and ($sources is null or t.source = any($sources)) order by c.place`,
  visibilityTypes,
);

const chosenPeople = statement(
  'carousel_chosen_people',
  `select name_ref(p.id) as "imdbId", p.name as description, substr(p.birth_date, 1, 4)::int as year
    from carousel c join person p on p.id = c.record_id
    where c.kind = 'name' and p.photo is not null and ($sources is null or p.source = any($sources)) order by c.place`,
  visibilityTypes,
);

type Row = CarouselImage & Record<string, unknown>;

/** The best titles with a poster, by weighted rating. */
export const findTitles = async (db: Executor, seen: Visibility): Promise<CarouselImage[]> =>
  (await db.query<Row>(titles(visibilityValues(seen)))).rows;

/** The actors with a portrait whose main parts in the best titles weigh most. */
export const findPeople = async (db: Executor, seen: Visibility): Promise<CarouselImage[]> =>
  (await db.query<Row>(people(visibilityValues(seen)))).rows;

const CHOSEN = { movie: chosenTitles, name: chosenPeople } as const;

/** What was chosen last, as far as it may still be shown. */
export const readChosen = async (db: Executor, kind: RecordKind, seen: Visibility): Promise<CarouselImage[]> =>
  (await db.query<Row>(CHOSEN[kind](visibilityValues(seen)))).rows;

/** Keeps a choice. Answers how many of its records were not in the last one; null when it is the last one. */
export const keepChosen = async (tx: Executor, kind: RecordKind, keys: readonly number[]): Promise<number | null> => {
  const { rows } = await tx.query<{ id: number }>(
    'select record_id as id from carousel where kind = $1 order by place for update',
    [kind],
  );
  const last = rows.map(({ id }) => id);
  if (last.join() === keys.join()) return null;
  await tx.query('delete from carousel where kind = $1', [kind]);
  await tx.query(
    'insert into carousel (kind, place, record_id) select $1, n, id from unnest($2::bigint[]) with ordinality r (id, n)',
    [kind, keys],
  );
  return keys.filter((key) => !last.includes(key)).length;
};
