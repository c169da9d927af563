import { imdbId, type ParsedId, type RecordKind, requireId } from '#server/kernel/ids.ts';
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
import { partValue } from './edit.rules.ts';
import { originIn, readStanding, unknownRecord } from './edit.service.ts';
import { addEdit } from './edit.store.ts';
import { readSerieUpdate } from './parts.store.ts';

export interface CheckOptions {
  readonly db: Database;
  readonly follow: Follow;
  /** Whether records have their search documents, and the right ones; by their ids. */
  readonly documentsOf: (
    db: Executor,
    kind: RecordKind,
    keys: readonly number[],
  ) => Promise<ReadonlyMap<number, Facts['document']>>;
  /** Days after which records of a source should be fetched again; null: never. */
  readonly refreshDays: Readonly<Partial<Record<SourceName, number | null>>>;
}

const datesOf = (kind: RecordKind, { dates }: CheckedRow): Facts['dates'] => {
  const [first = null, second = null, third = null] = dates;
  return kind === 'movie'
    ? [
        [first, second, 'Year and release date'],
        [first, third, 'First and last year'],
      ]
    : [[first, second, 'Birth and death']];
};

interface Looked {
  readonly row: CheckedRow;
  readonly document: Facts['document'];
  readonly findings: readonly Finding[];
}

/** Looks for what is wrong with records, and mends what can be mended. */
export const createChecks = ({ db, follow, documentsOf, refreshDays }: CheckOptions) => {
  const look = async (executor: Executor, kind: RecordKind, keys: readonly number[]): Promise<readonly Looked[]> => {
    const rows = await readChecked(executor, kind, keys);
    const documents = await documentsOf(executor, kind, keys);
    return rows.map((row) => {
      const document = documents.get(row.id) ?? 'missing';
      const findings = findingsOf({
        ...row,
        document,
        // A record that is there and leads away leads back: whoever asks for it never gets it.
        loop: row.away,
        dates: datesOf(kind, row),
        age: { days: row.days, refresh: refreshDays[row.source] ?? null },
      });
      return { row, document, findings };
    });
  };

  /** What is wrong with records, by their ids; those that are gone are left out. */
  const findingsIn = async (
    kind: RecordKind,
    keys: readonly number[],
  ): Promise<ReadonlyMap<number, readonly Finding[]>> =>
    new Map((await look(db, kind, keys)).map(({ row, findings }) => [row.id, findings]));

  /** What is known of a record beside itself, and what is wrong with it. @throws title_unknown, name_unknown */
  const metadata = async (id: ParsedId) => {
    const { kind, key, canonical } = id;
    const [looked] = await look(db, kind, [key]);
    if (!looked) throw await unknownRecord(db, id);
    const { row, document, findings } = looked;
    const leading = await readLeading(db, kind, key);
    const update = kind === 'movie' ? await readSerieUpdate(db, key) : null;
    return {
      imdbId: canonical,
      movieDocument:
        document === 'missing'
          ? null
          : { idMovie: key, imdbId: canonical, title: row.title, akas: row.akas, type: row.type },
      imdbRedirect: leading.map((source) => ({
        imdbIdSource: imdbId(kind, source),
        imdbIdDestination: canonical,
      })),
      serieUpdate: update && { imdbId: canonical, ...update },
      messages: findings.map(({ message }) => message),
      findings,
    };
  };

  /** As an edit is noted, so that it can be undone; whose the part is stays as it is. */
  const mendAkas = async (tx: Transaction, id: ParsedId, accountId: number | null): Promise<void> => {
    const { kind, key } = id;
    const standing = await readStanding(tx, id);
    await deleteDoubleAkas(tx, key);
    const [before, after] = [standing, await readStanding(tx, id)].map((one) => partValue(kind, one, 'akas'));
    const origin = originIn(standing, 'akas');
    await addEdit(tx, { kind, key, accountId, action: 'edit', part: 'akas', before, after, origin });
  };

  const mend = async (tx: Transaction, kind: RecordKind, key: number, fix: Fix, by: number | null): Promise<void> => {
    if (fix === 'unredirect') await deleteRedirect(tx, kind, key);
    if (fix === 'orphans') await deleteOrphans(tx, key);
    if (fix === 'akas') await mendAkas(tx, requireId(kind, imdbId(kind, key)), by);
    if (fix === 'fetch') await addWanted(tx, imdbId(kind, key), by);
  };

  /** Whether a fix changes what readers are told. */
  const isSeen = (fix: Fix): boolean => fix !== 'fetch';

  /** Mends the findings of records that are wanted, all in one step. @throws import_running */
  const mendAll = (
    kind: RecordKind,
    keys: readonly number[],
    accountId: number | null,
    isWanted: (finding: Finding) => boolean = () => true,
  ): Promise<void> =>
    db.transaction(async (tx) => {
      await takeTurn(tx);
      const seen: number[] = [];
      for (const { row, findings } of await look(tx, kind, keys)) {
        const fixes = new Set(findings.filter(isWanted).flatMap(({ fix }) => (fix === null ? [] : [fix])));
        for (const fix of fixes) await mend(tx, kind, row.id, fix, accountId);
        if ([...fixes].some(isSeen)) seen.push(row.id);
      }
      if (seen.length === 0) return;
      if (kind === 'movie') await touchTitles(tx, seen);
      const changes = seen.map((id) => ({ id, action: 'update' }) as const);
      await tellChanged(
        tx,
        kind === 'movie' ? { titles: changes, people: [] } : { titles: [], people: changes },
        follow,
      );
    });

  /**
   * Mends what can be mended: what only a source knows is left for the next manual update. Answers what is left, as
   * `metadata` does. @throws title_unknown, name_unknown, import_running
   */
  const fixErrors = async (id: ParsedId, accountId: number | null) => {
    await mendAll(id.kind, [id.key], accountId);
    return metadata(id);
  };

  return { metadata, findingsIn, mendAll, fixErrors };
};

export type Checks = ReturnType<typeof createChecks>;
export type { Finding };
