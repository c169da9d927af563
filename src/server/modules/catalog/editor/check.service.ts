import { imdbId, type ParsedId } from '#server/kernel/ids.ts';
import type { Database, Executor, Transaction } from '#server/platform/db/database.ts';
import type { SourceName } from '#server/sources/source.ts';
import { tellChanged } from '../apply.service.ts';
import type { Follow } from '../follow.ts';
import { deleteRedirect, touchTitles } from '../remove.store.ts';
import { takeTurn } from '../turn.store.ts';
import { type Facts, type Finding, type Fix, findingsOf } from './check.rules.ts';
import {
  addWanted,
  type CheckedRow,
  deleteDoubleAkas,
  deleteOrphans,
  readChecked,
  readLeading,
} from './check.store.ts';
import { unknownRecord } from './edit.service.ts';
import { readSerieUpdate } from './parts.store.ts';

export interface CheckOptions {
  readonly db: Database;
  readonly follow: Follow;
  /** Whether a record has its search document, and the right one. */
  readonly documentOf: (db: Executor, kind: ParsedId['kind'], key: number) => Promise<Facts['document']>;
  /** Days after which records of a source should be fetched again; null: never. */
  readonly refreshDays: Readonly<Partial<Record<SourceName, number | null>>>;
}

const datesOf = ({ kind }: ParsedId, { dates }: CheckedRow): Facts['dates'] => {
  const [first = null, second = null, third = null] = dates;
  return kind === 'movie'
    ? [
        [first, second, 'Year and release date'],
        [first, third, 'First and last year'],
      ]
    : [[first, second, 'Birth and death']];
};

/** Looks for what is wrong with records, and mends what can be mended. */
export const createChecks = ({ db, follow, documentOf, refreshDays }: CheckOptions) => {
  const look = async (executor: Executor, id: ParsedId) => {
    const { kind, key } = id;
    const row = await readChecked(executor, kind, key);
    if (row === null) throw unknownRecord(id);
    const leading = await readLeading(executor, kind, key);
    const document = await documentOf(executor, kind, key);
    const findings = findingsOf({
      ...row,
      document,
      // A record that is there and leads away leads back: whoever asks for it never gets it.
      loop: leading.away,
      dates: datesOf(id, row),
      age: { days: row.days, refresh: refreshDays[row.source] ?? null },
    });
    return { row, leading, document, findings };
  };

  /** What is known of a record beside itself, and what is wrong with it. @throws title_unknown, name_unknown */
  const metadata = async (id: ParsedId) => {
    const { kind, key, canonical } = id;
    const { row, leading, document, findings } = await look(db, id);
    const update = kind === 'movie' ? await readSerieUpdate(db, key) : null;
    return {
      imdbId: canonical,
      movieDocument:
        document === 'missing'
          ? null
          : { idMovie: key, imdbId: canonical, title: row.title, akas: row.akas, type: row.type },
      imdbRedirect: leading.sources.map((source) => ({
        imdbIdSource: imdbId(kind, source),
        imdbIdDestination: canonical,
      })),
      serieUpdate: update && { imdbId: canonical, ...update },
      messages: findings.map(({ message }) => message),
      findings,
    };
  };

  const mend = async (
    tx: Transaction,
    { kind, key, canonical }: ParsedId,
    fix: Fix,
    by: number | null,
  ): Promise<void> => {
    if (fix === 'unredirect') await deleteRedirect(tx, kind, key);
    if (fix === 'orphans') await deleteOrphans(tx, key);
    if (fix === 'akas') await deleteDoubleAkas(tx, key);
    if (fix === 'fetch') await addWanted(tx, canonical, by);
  };

  /** Whether a fix changes what readers are told. */
  const isSeen = (fix: Fix): boolean => fix !== 'fetch';

  /**
   * Mends what can be mended: what only a source knows is left for the next manual update. Answers what is left, as
   * `metadata` does. @throws title_unknown, name_unknown, import_running
   */
  const fixErrors = async (id: ParsedId, accountId: number | null) => {
    await db.transaction(async (tx) => {
      await takeTurn(tx);
      const { findings } = await look(tx, id);
      const fixes = new Set(findings.flatMap(({ fix }) => (fix === null ? [] : [fix])));
      for (const fix of fixes) await mend(tx, id, fix, accountId);
      if (![...fixes].some(isSeen)) return;
      if (id.kind === 'movie') await touchTitles(tx, [id.key]);
      const change = [{ id: id.key, action: 'update' }] as const;
      await tellChanged(
        tx,
        id.kind === 'movie' ? { titles: change, people: [] } : { titles: [], people: change },
        follow,
      );
    });
    return metadata(id);
  };

  return { metadata, fixErrors };
};

export type Checks = ReturnType<typeof createChecks>;
export type { Finding };
