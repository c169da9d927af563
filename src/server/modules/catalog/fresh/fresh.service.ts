import { failure } from '#server/kernel/failure.ts';
import { idOfRecord, imdbId, type ParsedId } from '#server/kernel/ids.ts';
import type { JsonText } from '#server/kernel/json.ts';
import type { Database } from '#server/platform/db/database.ts';
import { unknownRecord } from '../editor/edit.service.ts';
import type { Manual } from '../manual/manual.service.ts';
import { addManual, countManual } from '../manual/manual.store.ts';
import type { Lookup } from '../record.service.ts';
import { readRedirect } from '../record.store.ts';
import type { Visibility } from '../visibility.ts';
import { type FreshRow, readFreshness, takeRefresh } from './fresh.store.ts';

interface FreshParts {
  readonly db: Database;
  readonly visibility: () => Pick<Visibility, 'sources'>;
  readonly manual: Pick<Manual, 'beginNow'>;
}

/** Records that may wait at once: callers must not keep the sources busy for days. */
const MOST_WAITING = 1_000;
const FULL_S = '600';

/** How old records are, and what has them fetched anew. */
export const createFresh = ({ db, visibility, manual }: FreshParts) => {
  const found = async (text: string): Promise<Lookup<FreshRow & { readonly id: ParsedId }>> => {
    const id = idOfRecord(text);
    if (text !== id.canonical) return { movedTo: id.canonical };
    const row = await readFreshness(db, id, visibility().sources);
    if (row) return { found: { ...row, id } };
    const target = await readRedirect(db, id.kind, id.key);
    if (target === null) throw await unknownRecord(db, id);
    return { movedTo: imdbId(id.kind, target) };
  };

  const read = async (text: string): Promise<Lookup<JsonText>> => {
    const looked = await found(text);
    return 'found' in looked ? { found: looked.found.json } : looked;
  };

  return {
    read,
    /** Has a record fetched anew. Throws `refreshed_lately`, `refreshes_full`. */
    ask: async (text: string, accountId: number | null): Promise<Lookup<JsonText>> => {
      const looked = await found(text);
      if ('movedTo' in looked) return looked;
      const { id } = looked.found;
      const isTaken = await db.transaction(async (tx) => {
        if (!(await takeRefresh(tx, id))) return false;
        if ((await countManual(tx, true)) >= MOST_WAITING)
          throw failure('refreshes_full', undefined, { headers: { 'Retry-After': FULL_S } });
        await addManual(tx, { ids: [id.canonical], immediately: true, onlyIndex: false, accountId });
        return true;
      });
      if (isTaken) await manual.beginNow();
      const now = await found(text);
      if ('movedTo' in now) return now;
      const { state, wait, json } = now.found;
      // Who asks while it waits is told the same as who asked first.
      if (isTaken || state === 'WAITING') return { found: json };
      throw failure('refreshed_lately', undefined, { headers: { 'Retry-After': String(wait ?? 1) } });
    },
  };
};

export type Fresh = ReturnType<typeof createFresh>;
