import { NAME_PART_NAMES, NAME_PARTS, type NamePart } from '#contracts/people.ts';
import { FIRST_OWN_KEY } from '#server/kernel/ids.ts';
import { jsonText } from '#server/kernel/json.ts';
import type { Executor } from '#server/platform/db/database.ts';
import { jsonRow } from '#server/platform/db/json.ts';
import { statement } from '#server/platform/db/statement.ts';
import { NAME_PART_SOURCES, namePartArray } from './person.parts.ts';
import { recordReader } from './record.reader.ts';
import type { ListPage, PageOf } from './title.store.ts';
import { type Visibility, visibilityTypes, visibilityValues } from './visibility.ts';

const core = jsonRow(`p.name, p.unique_name as "uniqueName", p.height, p.star_meter as "starMeter",
  star_sign(p.birth_date) as "starSign", name_ref(p.id) as "imdbId",
  case when p.id < ${FIRST_OWN_KEY} then 'https://www.imdb.com/name/' || name_ref(p.id) || '/' end as "imdbUrl",
  case when 'actress' = any(p.professions) then 'actress' when 'actor' = any(p.professions) then 'actor' end as "actorActress",
  p.birth_name as birthname, p.birth_date as birthdate, p.birth_place as "placeOfBirth",
  p.death_date as "dateOfDead", p.death_place as "placeOfDeath", wire_time(p.inserted_at) as "insertDate",
  wire_time(p.updated_at) as "lastUpdate", p.biography,
  case when p.photo is not null then $base || name_ref(p.id) end as "photoUrl", p.professions,
  coalesce((select json_agg(title_ref(k.id) order by k.n) from unnest(p.known_for) with ordinality k (id, n)), '[]') as "knownFor"`);

const published = `($sources is null or p.source = any($sources))`;
/** Credits have the titles' sources, the other parts the person's own. */
const partPublished = (part: NamePart): string =>
  part === 'filmographies'
    ? 'true'
    : `($sources is null or coalesce((select o.source from person_origin o where o.person_id = p.id and o.part = '${part}'), p.source) = any($sources))`;

/** People by key with the parts asked for, in no particular order. One statement whatever is asked. */
export const readPeople = recordReader({
  name: 'people',
  parts: NAME_PARTS,
  id: 'p.id',
  core: () => core,
  hidden: `(select array_agg(o.part) from person_origin o where o.person_id = p.id and o.source <> all($sources))`,
  from: 'person p',
  published,
  partPublished,
  partArray: namePartArray,
});

const pages = new Map(
  NAME_PART_NAMES.map((part) => [
    part,
    statement(
      `name_${part}`,
      `select case when ${partPublished(part)} then (select coalesce(json_agg(r.item order by r.n), '[]')::text
          from (select * from (${NAME_PART_SOURCES[part].rows}) all_rows order by n limit $limit offset $offset) r) else '[]' end as json,
        case when ${partPublished(part)} then (select count(*) from (${NAME_PART_SOURCES[part].rows}) all_rows)::int else 0 end as total
        from person p where p.id = $id and ${published}`,
      { id: 'bigint', limit: 'int', offset: 'int', ...visibilityTypes },
    ),
  ]),
);

/** A page of one part; null when there is no such person. */
export const readNamePart = async (
  db: Executor,
  key: number,
  part: NamePart,
  page: PageOf,
  seen: Visibility,
): Promise<ListPage | null> => {
  const prepared = pages.get(part);
  if (!prepared) throw new Error(`no statement reads ${part}`);
  const { rows } = await db.query<{ json: string; total: number }>(
    prepared({ id: key, ...page, ...visibilityValues(seen) }),
  );
  const [row] = rows;
  return row ? { json: jsonText(row.json), total: row.total } : null;
};
