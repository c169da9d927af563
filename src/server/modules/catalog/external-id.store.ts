import type { RecordKind } from '#server/kernel/ids.ts';
import type { Executor } from '#server/platform/db/database.ts';
import { ofAnyLength, statement } from '#server/platform/db/statement.ts';
import type { ExternalId, OtherSite, PlacedId, Space } from '#server/sources/external-id.ts';

export interface Owner {
  readonly kind: RecordKind;
  readonly key: number;
}

const keyOf = statement(
  'external_id_key',
  'select record_id as key from external_id where site = $site and space = $space and value = $value',
  { site: 'text', space: 'text', value: 'text' },
);

/** The key of the record that a site's id stands for; null when it is not known. */
export const keyOfExternalId = async (db: Executor, { site, space, id }: PlacedId): Promise<number | null> =>
  (await db.query<{ key: number }>(keyOf({ site, space, value: id }))).rows[0]?.key ?? null;

const owners = statement(
  'external_id_owners',
  'select kind, record_id as key from external_id where site = $site and space = any($spaces) and value = $value order by space',
  { site: 'text', spaces: 'text[]', value: 'text' },
);

/** The records that a site's id stands for, among whichever of its numbers. */
export const readOwners = async (
  db: Executor,
  { site, id }: ExternalId,
  spaces: readonly Space[],
): Promise<readonly Owner[]> => (await db.query<Owner>(owners({ site, spaces, value: id }))).rows;

const idsOf = statement(
  'external_ids',
  `select kind, record_id as key, site, space, value as id from external_id
    where (kind = 'movie' and record_id = any(${ofAnyLength('$titles', 'bigint[]')})
      or kind = 'name' and record_id = any(${ofAnyLength('$people', 'bigint[]')})) and site = any(${ofAnyLength('$sites', 'text[]')})
    order by site, space, length(value), value`,
  { titles: 'bigint[]', people: 'bigint[]', sites: 'text[]' },
);

export interface Keys {
  readonly titles: readonly number[];
  readonly people: readonly number[];
}

/** What sites call records; of several ids of one kind the lowest first. */
export const readIdsOf = async (
  db: Executor,
  { titles, people }: Keys,
  sites: readonly OtherSite[],
): Promise<readonly (PlacedId & Owner)[]> => {
  if (titles.length + people.length === 0) return [];
  return (await db.query<PlacedId & Owner>(idsOf({ titles, people, sites }))).rows;
};

export interface SiteCount {
  readonly site: OtherSite;
  readonly titles: number;
  readonly people: number;
}

/** How many records have an id at each site. */
export const countIds = async (db: Executor): Promise<readonly SiteCount[]> =>
  (
    await db.query<SiteCount>(`select site, count(*) filter (where kind = 'movie')::int as titles,
        count(*) filter (where kind = 'name')::int as people
      from (select distinct site, kind, record_id from external_id) known group by site order by site`)
  ).rows;
