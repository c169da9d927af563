import { imdbId, type ParsedId, parseImdbId, type RecordKind } from '#server/kernel/ids.ts';
import { Problem } from '#server/kernel/problem.ts';
import type { Database } from '#server/platform/db/database.ts';
import { PictureRefused } from '#server/platform/images/prepare.ts';
import { OutboundError } from '#server/platform/outbound/outbound.ts';
import type { RunContext } from '#server/platform/tasks/type.ts';
import { ownId } from '#server/sources/external-id.ts';
import type { Source } from '#server/sources/source.ts';
import { SourceError } from '#server/sources/source-error.ts';
import { PICTURE_PART } from '../editor/written.rules.ts';
import type { Follow } from '../follow.ts';
import type { Priorities } from '../merge.rules.ts';
import type { Pictures } from '../picture.service.ts';
import { dropAsked, noteAsked, readPictureless } from '../picture.store.ts';
import type { Asked } from './ask.service.ts';
import { tellWeighed } from './fetch.service.ts';
import { weigh } from './weigh.service.ts';

interface Parts {
  readonly db: Database;
  readonly sources: readonly Source[];
  readonly pictures: Pick<Pictures, 'brought'>;
  readonly follow: Follow;
  readonly priorities: () => Priorities;
  /** How long a source may take for one record, in ms. */
  readonly limit: () => number;
}

/** What came of asking for one picture. */
type Outcome = 'taken' | 'none' | 'failed';

/** Records in a row for which no source could be asked, after which the rest are left for the next time. */
const MOST_FAILED = 5;
/** Records that are told of one by one. */
const MOST_TOLD = 50;

/** What a source has told of a record, where that is its picture and nothing else. */
const askedOf = ({ kind, key }: ParsedId, { name }: Source, picture: string): Asked => {
  const record = { id: key, [kind === 'movie' ? 'poster' : 'photo']: picture };
  const fetched = { record, picture: null, others: { titles: [], people: [] }, left: [] };
  return { source: name, outcome: 'told', message: '', retryAfter: null, fetched };
};

/** Brings the pictures that sources have of records which have none. */
export const createPictureFetching = ({ db, sources, pictures, follow, priorities, limit }: Parts) => {
  const lacking = ({ credentials }: Source): readonly string[] =>
    credentials.filter(({ required, given }) => required && !given).map(({ name }) => name);
  const withPictures = sources.filter(({ findPicture }) => findPicture !== undefined);

  /** Those that can be asked, the one first whose word counts most for the pictures of a kind. */
  const inOrder = (kind: RecordKind): readonly Source[] => {
    const first = priorities().get(PICTURE_PART[kind]) ?? [];
    const rank = ({ name }: Source): number => (first.includes(name) ? first.indexOf(name) : first.length);
    return withPictures.filter((one) => lacking(one).length === 0).toSorted((one, other) => rank(one) - rank(other));
  };

  /** Gives a record the picture as a fetch does: locks and ranks decide, and the history has it. False: it has another one. */
  const take = (id: ParsedId, source: Source, picture: string): Promise<boolean> =>
    db.transaction(async (tx) => {
      const weighed = await weigh(tx, id, [askedOf(id, source, picture)], priorities());
      if (weighed === null) return false;
      await tellWeighed(tx, id, weighed, null, follow);
      return weighed.after.picture === picture;
    });

  /** Asks one source after the other, until one has the picture. */
  const fetchOne = async (id: ParsedId, signal: AbortSignal, tell: (text: string) => void): Promise<Outcome> => {
    let failed = false;
    for (const source of inOrder(id.kind)) {
      const patience = AbortSignal.any([signal, AbortSignal.timeout(limit())]);
      try {
        const address = await source.findPicture?.(id.kind, ownId(id.kind, id.key), { signal: patience });
        if (!address || address === 'drawn') continue;
        const { id: picture } = await pictures.brought(address, source, patience);
        if (await take(id, source, picture)) return 'taken';
      } catch (error) {
        signal.throwIfAborted();
        const isRefused = error instanceof PictureRefused;
        if (!(isRefused || patience.aborted || error instanceof OutboundError || error instanceof SourceError))
          throw error;
        const why = patience.aborted ? `${source.name} has not answered in time` : (error as Error).message;
        tell(`${id.canonical}: ${isRefused ? `the picture of ${source.name} ${why}` : why}.`);
        failed ||= !isRefused;
      }
    }
    return failed ? 'failed' : 'none';
  };

  /** The records that a run asks about, at most `most` of each kind; none where no source can be asked, which it says. */
  const wanted = async (most: number, { log }: Pick<RunContext, 'log'>): Promise<readonly ParsedId[]> => {
    for (const source of withPictures.filter((one) => lacking(one).length > 0))
      log(`${source.name} is left out: ${lacking(source).join(', ')} is not set.`);
    if (inOrder('movie').length === 0) return [];
    await dropAsked(db);
    const idsOf = async (kind: RecordKind): Promise<readonly ParsedId[]> =>
      (await db.transaction((tx) => readPictureless(tx, kind, most))).flatMap(
        (key) => parseImdbId(imdbId(kind, key)) ?? [],
      );
    return [...(await idsOf('movie')), ...(await idsOf('name'))];
  };

  /** Asks for the pictures of records, one after the other. @throws Problem when the sources do not answer any more */
  const fetchAll = async (ids: readonly ParsedId[], { signal, progress, log }: RunContext) => {
    const count = { taken: 0, none: 0, failed: 0 };
    let [row, told] = [0, 0];
    const tell = (text: string): void => {
      told += 1;
      if (told <= MOST_TOLD) log(text, 'WARN');
    };
    for (const [at, id] of ids.entries()) {
      signal.throwIfAborted();
      const outcome = await fetchOne(id, signal, tell);
      // Who failed is asked again by the next run.
      if (outcome !== 'failed') await noteAsked(db, id.kind, id.key);
      count[outcome] += 1;
      row = outcome === 'failed' ? row + 1 : 0;
      progress(at + 1, ids.length);
      if (row === MOST_FAILED)
        throw new Problem(
          `No picture could be asked for ${MOST_FAILED} times in a row; the rest is left for the next run.`,
        );
    }
    return count;
  };

  return { wanted, fetchAll };
};

export type PictureFetching = ReturnType<typeof createPictureFetching>;
