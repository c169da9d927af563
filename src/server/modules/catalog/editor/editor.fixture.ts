import { Failure } from '#server/kernel/failure.ts';
import { type ParsedId, parseImdbId } from '#server/kernel/ids.ts';
import type { Database } from '#server/platform/db/database.ts';
import { INVENTED } from '#test/support/invented.ts';
import { NO_PICTURES } from '#test/support/pictures.ts';
import { EVERYTHING } from '#test/support/random-import.ts';
import { applyRecords } from '../apply.service.ts';
import { readBundle } from './bundle.rules.ts';
import type { Change } from './edit.rules.ts';
import { createEditor } from './editor.service.ts';

/** The first id of records that editors make. */
export const FIRST = 9_000_000_000;
/** The account of who edits. */
export const ADA = 7;

export const idOf = (text: string) => {
  const id = parseImdbId(text);
  if (!id) throw new Error(text);
  return id;
};
export const HARBOUR = idOf('tt0000001');

/** Why something was refused, and which fields were named. */
export const reasonOf = (work: Promise<unknown>) =>
  work.then(
    () => 'saved',
    (error: unknown) => (error instanceof Failure ? [error.reason, ...error.details.map(({ field }) => field)] : error),
  );

/** An editor on a database, with the invented catalogue as IMDb gave it. */
export const editorOn = (db: Database) => {
  const followed: unknown[] = [];
  const editor = createEditor({
    db,
    follow: async (tx, { titles, people }) => {
      const ids = async (table: string) => (await tx.query(`select id, action from ${table} order by 1`)).rows;
      followed.push([...(await ids(titles)), ...(await ids(people))]);
      return undefined;
    },
    readBundle: async (kind, file) => readBundle(kind, file),
    firstOwnId: () => FIRST,
    priorities: () => new Map(),
    callsOf: async (ids) => new Map(ids.filter((id) => id === ADA).map((id) => [id, 'ada@example.org'])),
    pictures: NO_PICTURES,
    now: () => new Date(0),
  });
  const begin = async (): Promise<void> => {
    await db.query(`truncate ${EVERYTHING}, edit, change`);
    await db.transaction((tx) => applyRecords(tx, INVENTED, 'imdb-datasets'));
    await db.query('truncate change');
    followed.length = 0;
  };
  const shown = async (part: string, id = HARBOUR) => {
    const [found] = await editor.show(id, [part]);
    if (!found) throw new Error(part);
    return found;
  };
  /** Saves with the versions as they are. */
  const save = async (values: Readonly<Record<string, unknown>>, unlock: string[] = [], id = HARBOUR) => {
    const changes: Change[] = [];
    for (const [part, value] of Object.entries(values))
      changes.push({ part, value, version: (await shown(part, id)).version });
    return editor.save(id, { changes, unlock, accountId: ADA });
  };
  /** The id of what was done to a record last. */
  const lastEdit = async (id: ParsedId): Promise<number> =>
    (await editor.history(id, { offset: 0, limit: 1 })).rows[0]?.id ?? 0;
  const feed = async (): Promise<unknown[][]> => {
    const { rows } = await db.query<{ row: unknown[] }>(
      'select json_build_array(kind, record_id, action, redirect_to) as row from change order by id',
    );
    return rows.map(({ row }) => row);
  };
  return { editor, followed, begin, shown, save, lastEdit, feed };
};
