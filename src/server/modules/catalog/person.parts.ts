import { CREW_TYPES } from '#contracts/crew.ts';
import type { NamePart } from '#contracts/people.ts';
import { jsonRow, rowBeside } from '#server/platform/db/json.ts';

/** How a part of a person is read: rows, one JSON item a row, and their order. `p` is the person's row. */
interface PartSource {
  readonly rows: string;
  /** The whole part as it is stored, where it need not be put together. */
  readonly whole?: string;
}

const list = (part: string): PartSource => ({
  ...mappedList(part, 'e.item'),
  whole: `coalesce((select pl.items from person_list pl where pl.person_id = p.id and pl.part = '${part}'), '[]')`,
});

const mappedList = (part: string, item: string): PartSource => ({
  rows: `select ${item} as item, e.n from person_list pl cross join jsonb_array_elements(pl.items) with ordinality e (item, n)
    where pl.person_id = p.id and pl.part = '${part}'`,
});

const words = (type: string): string => {
  const text = type.toLowerCase().replaceAll('_', ' ');
  return text.charAt(0).toUpperCase() + text.slice(1);
};
const sections = CREW_TYPES.map((type) => `'${words(type)}'`).join(',');

/** What somebody did, section by section in the order of the credit's roles; newest first, undated last. */
const filmographies: PartSource = {
  rows: `select ${jsonRow(`
    case when k.role > 0 then (array[${sections}])[k.role] when 'actress' = any(p.professions) then 'Actress' else 'Actor' end as "section",
    json_agg(row_to_json(f) order by x.year desc nulls last, x.id, k.ordering) as "filmographiesNames"`)} as item,
      k.role as n
    from credit k join title x on x.id = k.title_id ${rowBeside(
      `x.title, title_ref(x.id) as "imdbId", x.year, coalesce(array_to_string(k.characters, ' / '), k.job, k.remark) as remarks`,
      'f',
    )} where k.person_id = p.id and ($sources is null or x.source = any($sources)) group by k.role`,
};

export const NAME_PART_SOURCES: Readonly<Record<NamePart, PartSource>> = {
  alternative: list('alternative'),
  biographies: list('biographies'),
  filmographies,
  nicknames: list('nicknames'),
  salaries: list('salaries'),
  marriages: list('marriages'),
  'trade-marks': list('trade-marks'),
  quotes: list('quotes'),
  trivias: list('trivias'),
  photos: mappedList(
    'photos',
    jsonRow(`$base || name_ref(p.id) || '?photo=' || e.n as url, e.item->'width' as width,
      e.item->'height' as height, e.item->'caption' as caption`),
  ),
};

/** A part as one JSON array. */
export const namePartArray = (part: NamePart): string => {
  const { rows, whole } = NAME_PART_SOURCES[part];
  return whole ?? `(select coalesce(json_agg(r.item order by r.n), '[]') from (${rows}) r)`;
};
