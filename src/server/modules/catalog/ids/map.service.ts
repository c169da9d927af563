import { setTimeout as pause } from 'node:timers/promises';
import { counted } from '#server/kernel/counted.ts';
import { Problem } from '#server/kernel/problem.ts';
import { publish } from '#server/platform/bus/event.ts';
import type { Database } from '#server/platform/db/database.ts';
import type { RunContext } from '#server/platform/tasks/type.ts';
import { SourceError } from '#server/sources/source-error.ts';
import type { DumpPart } from '#server/sources/wikidata/id-dump.ts';
import { ID_PARTS, type IdMap } from '#server/sources/wikidata/id-map.ts';
import { CATALOGUE_CHANGED } from '../catalog.events.ts';
import { countIds } from '../external-id.store.ts';
import { dropOldReading, keepProgress, keepTold, mergeTold, readProgress } from './told.store.ts';

interface Parts {
  readonly db: Database;
  readonly map: IdMap;
  readonly readDump: (from: string, signal: AbortSignal) => AsyncIterable<DumpPart>;
  readonly wait?: (ms: number, signal: AbortSignal) => Promise<unknown>;
}

/** How often a page is asked for, and the pause where the service does not say one. */
const TRIES = 5;
const PAUSE = 60_000;
/** Whoever is asked to wait longer than this comes again with the next run. */
const LONGEST_PAUSE = 900_000;

/** Fills in what other sites call titles and people, from Wikidata. */
export const createMapReading = ({
  db,
  map,
  readDump,
  wait = (ms, signal) => pause(ms, undefined, { signal }),
}: Parts) => {
  /** Asks again when the service wants to be left alone, as late as it wants. */
  const patiently = async <T>(ask: () => Promise<T>, { signal, log }: RunContext): Promise<T> => {
    for (let tries = 1; ; tries++) {
      try {
        return await ask();
      } catch (error) {
        signal.throwIfAborted();
        if (!(error instanceof SourceError)) throw error;
        const ms = error.retryAfter ?? PAUSE * tries;
        if (error.kind === 'refused' || tries === TRIES || ms > LONGEST_PAUSE)
          throw new Problem(
            `${error.message}; what has been read so far is kept, and the next run goes on from there.`,
            {
              cause: error,
            },
          );
        log(`${error.message}; it is asked again in ${Math.ceil(ms / 1_000)} s.`, 'WARN');
        await wait(ms, signal);
        signal.throwIfAborted();
      }
    }
  };

  const readMap = async (context: RunContext): Promise<void> => {
    if (!map.mayAsk)
      throw new Problem('WIKIDATA_CONTACT is not set: Wikimedia wants to know whom to reach before it is asked.');
    let statements = 0;
    for (const part of ID_PARTS) {
      let { read, whole } = await readProgress(db, part.property);
      while (!whole) {
        const { ids, read: more } = await patiently(() => map.page(part, read, context.signal), context);
        read += more;
        whole = more < map.pageSize;
        await db.transaction(async (tx) => {
          await keepTold(tx, ids);
          await keepProgress(tx, part.property, { read, whole });
        });
        context.progress(statements + read, null);
      }
      statements += read;
      context.progress(statements, null);
    }
  };

  const readWhole = async (from: string, { signal, progress }: RunContext): Promise<void> => {
    for await (const { ids, lines } of readDump(from, signal)) {
      await db.transaction((tx) => keepTold(tx, ids));
      progress(lines, null);
    }
  };

  /** From a dump where one is named, else by questions. What was there stays until all of it has been read. */
  const work = async (dump: string | undefined, context: RunContext): Promise<void> => {
    await db.transaction(dropOldReading);
    await (dump === undefined ? readMap(context) : readWhole(dump, context));
    context.signal.throwIfAborted();
    const { added, removed, isPoor } = await db.transaction(async (tx) => {
      const merged = await mergeTold(tx);
      if (merged.added + merged.removed > 0) await publish(tx, CATALOGUE_CHANGED);
      return merged;
    });
    if (isPoor) context.log('Far fewer ids were told than the last time; none was taken away.', 'WARN');
    context.log(`${counted(added, 'id', 'ids')} new or of another record, ${removed.toLocaleString('en')} gone.`);
    for (const { site, titles, people } of await countIds(db))
      context.log(
        `${site}: ${counted(titles, 'title', 'titles')} and ${counted(people, 'person', 'people')} have an id.`,
      );
  };

  return { work };
};

export type MapReading = ReturnType<typeof createMapReading>;
