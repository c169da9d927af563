import { Type } from 'typebox';
import { counted } from '#server/kernel/counted.ts';
import type { Executor } from '#server/platform/db/database.ts';
import { type RunContext, type TaskType, taskType } from '#server/platform/tasks/type.ts';
import type { Pictures } from '../picture.service.ts';
import { countPictures, readPictures } from '../picture.store.ts';
import type { PictureFetching } from './picture.service.ts';

/** Records of each kind that a run asks about, and pictures that it mends, where nothing is said. */
const MOST = 1_000;
/** Pictures that are read at once. */
const BATCH = 100;

interface Parts {
  readonly db: Executor;
  readonly fetching: PictureFetching;
  readonly pictures: Pick<Pictures, 'mend' | 'dropUnnamed'>;
}

const pictures = (n: number): string => counted(n, 'picture', 'pictures');

/** Fetches the pictures of records that have none, makes sizes that are missing, and drops what nothing names. */
export const imagesTask = ({ db, fetching, pictures: kept }: Parts): TaskType => {
  const fetchMissing = async (most: number, context: RunContext): Promise<void> => {
    const ids = await fetching.wanted(most, context);
    const { taken, none, failed } = await fetching.fetchAll(ids, context);
    context.log(`${pictures(taken)} fetched for ${counted(ids.length, 'record', 'records')} without one.`);
    if (none > 0) context.log(`No source has one for ${counted(none, 'record', 'records')}.`);
    if (failed > 0) context.log(`${counted(failed, 'record', 'records')} could not be asked about.`, 'WARN');
  };

  const makeSizes = async (most: number, { signal, progress, log }: RunContext): Promise<void> => {
    const total = await countPictures(db);
    let [looked, mended, lost] = [0, 0, 0];
    for (let after = ''; mended < most; ) {
      const rows = await readPictures(db, after, BATCH);
      for (const row of rows) {
        signal.throwIfAborted();
        const is = await kept.mend(row, signal);
        looked += 1;
        if (is === 'mended') mended += 1;
        if (is === 'lost') {
          lost += 1;
          log(`The files of the picture ${row.id} are lost, and it cannot be fetched again.`, 'WARN');
        }
        progress(looked, Math.max(total, looked));
        if (mended === most) break;
      }
      if (rows.length < BATCH) break;
      after = rows.at(-1)?.id ?? after;
    }
    log(
      `${pictures(looked)} looked at, missing sizes made for ${mended.toLocaleString('en')}, ${lost.toLocaleString('en')} lost.`,
    );
  };

  const dropOrphans = async ({ signal, progress, log }: RunContext): Promise<void> => {
    const gone = await kept.dropUnnamed(signal, (looked) => progress(looked, null));
    signal.throwIfAborted();
    log(`${pictures(gone.pictures)} and ${counted(gone.files, 'file', 'files')} that nothing names dropped.`);
  };

  return taskType({
    name: 'IMAGES',
    summary: 'Fetches the pictures of records that have none, makes missing sizes, and drops files that nothing names.',
    category: 'movie',
    arguments: Type.Object({
      only: Type.Optional(Type.Enum(['fetch', 'sizes', 'orphans'], { description: 'One of its three parts.' })),
      limit: Type.Optional(
        Type.Integer({
          minimum: 1,
          maximum: 1_000_000,
          description: `Records of each kind that are asked about, and pictures that are mended; ${MOST} when left out.`,
        }),
      ),
    }),
    upkeep: { cron: '0 37 3 * * *', arguments: '--only=orphans' },
    run: async ({ only, limit = MOST }, context) => {
      if (only === undefined || only === 'fetch') await fetchMissing(limit, context);
      if (only === undefined || only === 'sizes') await makeSizes(limit, context);
      if (only === undefined || only === 'orphans') await dropOrphans(context);
    },
  });
};
