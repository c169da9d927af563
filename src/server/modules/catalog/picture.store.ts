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
      and not exists (select from edit e where e.part is null and p.id in (e.before#>>'{picture,id}', e.after#>>'{picture,id}'))`,
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
