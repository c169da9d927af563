import type { Executor, Transaction } from '#server/platform/db/database.ts';
import type { ToldId } from '#server/sources/wikidata/id-map.ts';

// What a reading of the map has told and how far it is, until it is put in the place of the last one.

/** Days for which a reading that was broken off is gone on with. */
const FRESH = 7;

/** Drops what a reading has left that was broken off too long ago. */
export const dropOldReading = async (tx: Transaction): Promise<void> => {
  const { rows } = await tx.query<{ old: boolean }>(
    `select coalesce(min(begun_at) < now() - make_interval(days => ${FRESH}), false) as old from external_id_reading`,
  );
  if (rows[0]?.old) await tx.query('truncate external_id_told, external_id_reading');
};

export interface Progress {
  readonly read: number;
  readonly whole: boolean;
}

/** How far a part has been read. */
export const readProgress = async (db: Executor, part: string): Promise<Progress> =>
  (await db.query<Progress>('select read, whole from external_id_reading where part = $1', [part])).rows[0] ?? {
    read: 0,
    whole: false,
  };

/** Keeps what was told of records of the catalogue, also under an id that was merged into theirs. */
export const keepTold = async (tx: Executor, ids: readonly ToldId[]): Promise<void> => {
  if (ids.length === 0) return;
  await tx.query(
    `insert into external_id_told (site, space, value, kind, record_id)
      select distinct r.site, r.space, r.id, r.kind::record_kind, coalesce(m.target_id, r.key)
      from jsonb_to_recordset($1::jsonb) as r (site text, space text, id text, kind text, key bigint)
      left join redirect m on m.kind = r.kind::record_kind and m.source_id = r.key
      where case r.kind when 'movie' then exists (select from title t where t.id = coalesce(m.target_id, r.key))
        else exists (select from person p where p.id = coalesce(m.target_id, r.key)) end
      on conflict do nothing`,
    [JSON.stringify(ids)],
  );
};

export const keepProgress = (tx: Executor, part: string, { read, whole }: Progress): Promise<unknown> =>
  tx.query(
    `insert into external_id_reading (part, read, whole) values ($1, $2, $3)
      on conflict (part) do update set read = excluded.read, whole = excluded.whole`,
    [part, read, whole],
  );

/** Of a reading that tells less than this part of what the last one told, nothing is believed to be gone. */
const LEAST = 0.5;

export interface Merged {
  readonly added: number;
  readonly removed: number;
  /** Why nothing was removed: the reading told far less than the last one. */
  readonly isPoor: boolean;
}

/**
 * Puts what was told in the place of what the last reading told, and ends the reading. What sources and editors have told
 * stays. Where a number is told of several records, the one of the lowest id has it.
 */
export const mergeTold = async (tx: Transaction): Promise<Merged> => {
  const { rows } = await tx.query<{ told: number; had: number }>(
    'select (select count(*)::int from external_id_told) as told, (select count(*)::int from external_id where by_map) as had',
  );
  const { told = 0, had = 0 } = rows[0] ?? {};
  const isPoor = told < had * LEAST;
  const { rowCount: added } = await tx.query(
    `insert into external_id (site, space, value, kind, record_id, by_map)
      select distinct on (d.site, d.space, d.value) d.site, d.space, d.value, d.kind, d.record_id, true
      from external_id_told d
      left join title t on d.kind = 'movie' and t.id = d.record_id
      left join person p on d.kind = 'name' and p.id = d.record_id
      where coalesce(t.id, p.id) is not null order by d.site, d.space, d.value, d.record_id
      on conflict (site, space, value) do update set kind = excluded.kind, record_id = excluded.record_id
        where external_id.by_map and (external_id.kind, external_id.record_id) <> (excluded.kind, excluded.record_id)`,
  );
  const { rowCount: removed } = isPoor
    ? { rowCount: 0 }
    : await tx.query(`delete from external_id e where e.by_map and not exists (
        select from external_id_told d where d.site = e.site and d.space = e.space and d.value = e.value)`);
  await tx.query('truncate external_id_told, external_id_reading');
  return { added: added ?? 0, removed: removed ?? 0, isPoor };
};
