import { MAX_BATCH } from '#contracts/feed.api.ts';
import { failure, invalid } from '#server/kernel/failure.ts';
import { parseImdbId } from '#server/kernel/ids.ts';
import { type JsonText, jsonText } from '#server/kernel/json.ts';
import type { Executor } from '#server/platform/db/database.ts';
import { cursorAt, deleteChanges, feedEnds, newestChange, readChanges, readEachChange } from './change.store.ts';
import type { Visibility } from './visibility.ts';

const DAY = 86_400_000;
/** Behind it dates are written with more digits, which the database does not take. */
const LAST_MS = Date.parse('9999-12-31T23:59:59.999Z');
const CURSOR = /^c(\d{1,15})$/;
const MOMENT = /^\d{4}-\d{2}-\d{2}(T\d{2}:\d{2}(:\d{2}(\.\d{1,6})?)?(Z|[+-]\d{2}:?\d{2}))?$/;

export interface ChangesAsk {
  readonly since?: string;
  readonly ids?: string;
  readonly regs?: number;
}

export interface ChangeParts {
  readonly db: Executor;
  readonly visibility: () => Pick<Visibility, 'sources'>;
  /** Days that the feed reaches back. */
  readonly days: () => number;
  readonly now: () => Date;
}

/** The change feed: a reader who keeps `next` never misses a change and never sees one twice. */
export const createChanges = ({ db, visibility, days, now }: ChangeParts) => {
  const oldest = (): number => now().getTime() - days() * DAY;
  const expired = () => failure('cursor_expired', `The change feed reaches back ${days()} days.`);

  const cursorOf = async (since: string | undefined, field = 'since'): Promise<number> => {
    if (since === undefined) return 0;
    const cursor = CURSOR.exec(since)?.[1];
    if (cursor !== undefined) return requireKept(Number(cursor), field);
    if (!MOMENT.test(since)) throw invalid(field, 'must be a moment (ISO 8601) or the `next` of an answer');
    const at = Date.parse(since);
    const day = since.slice(0, 10);
    // Date takes the 30th of February for the 2nd of March.
    if (Number.isNaN(at) || new Date(`${day}T00:00:00Z`).toISOString().slice(0, 10) !== day)
      throw invalid(field, 'is no moment');
    if (at < oldest()) throw expired();
    return cursorAt(db, new Date(Math.min(at, LAST_MS)).toISOString());
  };

  /** A cursor whose following changes are gone would skip them in silence. */
  const requireKept = async (cursor: number, field = 'since'): Promise<number> => {
    const { oldest, newest } = await feedEnds(db);
    if (cursor > newest) throw invalid(field, 'was not given by this service');
    if (cursor < oldest - 1) throw expired();
    return cursor;
  };

  const keysOf = (ids: string | undefined) => {
    if (ids === undefined) return null;
    const texts = ids.split(',').map((id) => id.trim());
    if (texts.length > MAX_BATCH) throw invalid('ids', `holds ${texts.length} ids, at most ${MAX_BATCH} are taken`);
    return texts.map((text) => {
      const id = parseImdbId(text);
      if (!id)
        throw failure('malformed_id', `ids takes no '${text.slice(0, 40)}': an id is tt or nm and 7 to 10 digits`, {
          details: [{ field: 'ids', message: `takes no '${text.slice(0, 40)}': an id is tt or nm and 7 to 10 digits` }],
        });
      return { kind: id.kind, key: id.key };
    });
  };

  const list = async ({ since, ids, regs = 200 }: ChangesAsk): Promise<JsonText> => {
    const keys = keysOf(ids);
    const after = await cursorOf(since);
    const { json, last } = await readChanges(db, { after, keys, limit: regs, sources: visibility().sources });
    return jsonText(`{"items":${json},"next":"c${last}"}`);
  };

  /** Deletes what the feed no longer reaches back to, as far as it comes; answers how many changes that were. */
  const sweep = async (signal: AbortSignal, progress: (deleted: number) => void = () => {}): Promise<number> => {
    let deleted = 0;
    while (!signal.aborted) {
      const some = await deleteChanges(db, new Date(oldest()));
      if (some === 0) break;
      deleted += some;
      progress(deleted);
    }
    return deleted;
  };

  return {
    list,
    sweep,
    cursorOf,
    keysOf,
    /** The cursor behind all that has happened. */
    newest: (): Promise<number> => newestChange(db),
    /** What follows a cursor, change by change. Throws `cursor_expired` where some of it is gone. */
    after: async (cursor: number, limit: number) => {
      const { sources } = visibility();
      const read = await readEachChange(db, { after: cursor, limit, sources });
      // Looked at behind the reading: what is swept in between would be missing in silence.
      // 0 is the beginning, wherever that is by now.
      if (cursor > 0 && read.changes.length > 0) await requireKept(cursor);
      // Where some are left out, only a page that leads nowhere is surely the last.
      const isEnd = sources ? read.last === cursor : read.changes.length < limit;
      return { ...read, isEnd };
    },
  };
};

export type Changes = ReturnType<typeof createChanges>;
