import type { RecordKind } from '#server/kernel/ids.ts';
import type { Executor } from '#server/platform/db/database.ts';
import type { SourceName } from '#server/sources/source.ts';

/** The objects of a picture's sizes by their names, as in `342.webp`. */
export type PictureFiles = Readonly<Record<string, string>>;

export interface PictureRow {
  /** The SHA-256 of the file as it came. */
  readonly id: string;
  readonly width: number;
  readonly height: number;
  readonly files: PictureFiles;
  /** Who brought it first. */
  readonly source: SourceName;
  /** Where it came from; null: uploaded, or out of a bundle. */
  readonly address: string | null;
  /** The terms of its source; null: uploaded, or out of a bundle. */
  readonly licence: string | null;
}

const COLUMNS = 'id, width, height, files, source, address, licence';

/** Notes a picture; one that is noted already counts as new, and stays whose it is. */
export const putPicture = async (db: Executor, row: PictureRow): Promise<void> => {
  await db.query(
    `insert into picture (${COLUMNS}) values ($1, $2, $3, $4, $5, $6, $7)
      on conflict (id) do update set files = excluded.files, width = excluded.width, height = excluded.height, written_at = now()`,
    [row.id, row.width, row.height, JSON.stringify(row.files), row.source, row.address, row.licence],
  );
};

/** Finds a picture by its id or where it came from; it counts as new, so that nobody takes it for forgotten. */
export const findPicture = async (
  db: Executor,
  by: { readonly id: string } | { readonly address: string },
): Promise<PictureRow | null> => {
  const [column, value] = 'id' in by ? ['id', by.id] : ['address', by.address];
  const { rows } = await db.query<PictureRow>(
    `update picture set written_at = now() where ${column} = $1 returning ${COLUMNS}`,
    [value],
  );
  return rows[0] ?? null;
};

/** Takes the pictures away that were written before a moment and that no record and no change of one names. */
export const deleteUnnamed = async (db: Executor, before: Date): Promise<number> => {
  const { rowCount } = await db.query(
    `delete from picture p where p.written_at < $1
      and not exists (select from title t where t.poster = p.id) and not exists (select from person t where t.photo = p.id)
      and not exists (select from edit e where e.part in ('posterUrl', 'photoUrl')
        and p.id in (e.before#>>'{}', e.after#>>'{}'))
      and not exists (select from edit e where e.part is null and p.id in (e.before#>>'{picture,id}', e.after#>>'{picture,id}',
          e.before->>'posterUrl', e.after->>'posterUrl', e.before->>'photoUrl', e.after->>'photoUrl'))`,
    [before],
  );
  return rowCount ?? 0;
};

/** The objects among these that a picture is made of. */
export const readNamedFiles = async (db: Executor, keys: readonly string[]): Promise<ReadonlySet<string>> => {
  const { rows } = await db.query<{ key: string }>(
    `select distinct f.value as key from picture p, jsonb_each_text(p.files) f where f.value = any($1)`,
    [keys],
  );
  return new Set(rows.map(({ key }) => key));
};

/** The next pictures behind one, by their ids. */
export const readPictures = async (db: Executor, after: string, limit: number): Promise<readonly PictureRow[]> => {
  const { rows } = await db.query<PictureRow & Record<string, unknown>>(
    `select ${COLUMNS} from picture where id > $1 order by id limit $2`,
    [after, limit],
  );
  return rows;
};

export const countPictures = async (db: Executor): Promise<number> =>
  (await db.query<{ n: number }>('select count(*) as n from picture')).rows[0]?.n ?? 0;

/** Days after which the sources are asked again for a picture that none of them had. */
const ASKED_AGAIN = 30;

const LACKING = (table: 'title' | 'person', column: string, part: string, kind: RecordKind): string => `
  (r.${column} is null or (r.${column} <> 'drawn' and not exists (select from picture k where k.id = r.${column})))
    and not exists (select from ${table}_origin o where o.${table}_id = r.id and o.part = '${part}' and o.locked)
    and not exists (select from picture_asked a where a.kind = '${kind}' and a.record_id = r.id
      and a.asked_at > now() - interval '${ASKED_AGAIN} days')`;

/** The best-known titles first; of people those who were in a title with a picture, in the same order. */
const WITHOUT: Readonly<Record<RecordKind, string>> = {
  movie: `select r.id from title r where ${LACKING('title', 'poster', 'posterUrl', 'movie')}
    order by r.votes desc nulls last, r.id limit $1`,
  name: `select r.id from person r join (select c.person_id, max(coalesce(t.votes, 0)) as votes from title t
        join credit c on c.title_id = t.id where t.poster is not null group by 1) k on k.person_id = r.id
    where ${LACKING('person', 'photo', 'photoUrl', 'name')} order by k.votes desc, r.id limit $1`,
};

/** Records whose picture is not here, that no editor has locked, and that were not asked about of late. */
export const readPictureless = async (tx: Executor, kind: RecordKind, limit: number): Promise<readonly number[]> => {
  // Every title is looked at, which takes more than other statements may.
  await tx.query(`set local statement_timeout = '120s'`);
  return (await tx.query<{ id: number }>(WITHOUT[kind], [limit])).rows.map(({ id }) => id);
};

export const noteAsked = async (db: Executor, kind: RecordKind, key: number): Promise<void> => {
  await db.query(
    `insert into picture_asked (kind, record_id) values ($1, $2) on conflict (kind, record_id) do update set asked_at = now()`,
    [kind, key],
  );
};

/** Forgets what is not looked at any more. */
export const dropAsked = async (db: Executor): Promise<void> => {
  await db.query(`delete from picture_asked where asked_at < now() - interval '${ASKED_AGAIN} days'`);
};
