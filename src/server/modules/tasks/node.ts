import { setTimeout as pause } from 'node:timers/promises';
import type { Database } from '#server/platform/db/database.ts';
import { LOCKS } from '#server/platform/db/locks.ts';
import { type Presence, takePresence } from '#server/platform/db/presence.ts';
import type { Log } from '#server/platform/log.ts';
import { createRepeated } from '#server/platform/repeated.ts';
import { RunStopped, type Stop } from './executor.ts';
import type { Runs } from './run.service.ts';
import { type Claimed, claimRun, cutOffSilent, readOrphans, readOutlook } from './run.store.ts';
import type { Scheduler } from './scheduler.ts';
import type { UpkeepKeeper } from './upkeep.ts';

/** Ms. */
export interface NodeTimes {
  /** Between two looks when nothing is said and nothing is due. */
  readonly look: number;
  /** Between two looks for runs whose node is gone. */
  readonly orphans: number;
  /** Between two looks for upkeep that is due. */
  readonly upkeep: number;
  /** For which a node may say nothing. */
  readonly silence: number;
  /** For which a stop waits for runs, which their signals tell to end. */
  readonly last: number;
}

const TIMES: NodeTimes = { look: 1_000, orphans: 5_000, upkeep: 30_000, silence: 45_000, last: 5_000 };
/** Runs that a node executes at once: they share its connections with requests. */
const MOST_RUNS = 4;
const AGAIN_MS = 1_000;

const ORPHANED = 'The node that was executing it is gone.';

export interface NodeParts {
  readonly db: Pick<Database, 'query' | 'connection'>;
  readonly runs: Pick<Runs, 'change' | 'end'>;
  /** None: it executes what others have asked for. */
  readonly scheduler: Scheduler | null;
  /** Goes with the scheduler. */
  readonly upkeep: UpkeepKeeper;
  /** What is done before it takes part. */
  readonly prepare: () => Promise<void>;
  readonly execute: (run: Claimed, node: number, controller: AbortController) => Promise<void>;
  /** The one run that it executes; none: whatever is READY. */
  readonly only?: number;
  readonly now: () => Date;
  readonly log: Log;
  readonly times?: NodeTimes;
}

/** A node: it asks for runs when they are due, executes those that are READY, and gives up those of nodes that are gone. */
export const createNode = (parts: NodeParts) => {
  const { db, runs, scheduler, upkeep, prepare, execute, only = null, now, log, times = TIMES } = parts;
  const going = new Map<number, { readonly controller: AbortController; readonly done: Promise<void> }>();
  const outage = createRepeated(log, {
    failing: 'tasks wait, since the database does not answer',
    again: 'tasks go on',
  });
  let presence: Presence | undefined;
  let stopped = false;
  let ready = false;
  let orphansAt = Number.NEGATIVE_INFINITY;
  let upkeepAt = Number.NEGATIVE_INFINITY;
  let timer: NodeJS.Timeout | undefined;
  let looking: Promise<void> | undefined;
  let again = false;

  const abortAll = (why: Stop): void => {
    for (const { controller } of going.values()) controller.abort(new RunStopped(why));
  };

  /** Executes a run to its end. What cannot be noted is tried again until the run is no longer this node's. */
  const begin = (run: Claimed, node: number): void => {
    const controller = new AbortController();
    const done = execute(run, node, controller)
      .catch((err: unknown) => log.error({ err, run: run.id }, 'how a run has ended could not be noted'))
      .finally(() => {
        going.delete(run.id);
        look();
      });
    going.set(run.id, { controller, done });
  };

  const giveUp = async (): Promise<void> => {
    if (performance.now() - orphansAt < times.orphans) return;
    await cutOffSilent(db, times.silence);
    if ((await readOrphans(db)).length > 0)
      await runs.change(async (tx) => {
        const orphans = await readOrphans(tx);
        for (const run of orphans) {
          log.error({ run: run.id }, 'a run is given up, since its node is gone');
          await runs.end(tx, run, { status: 'ERROR', error: ORPHANED });
        }
        return orphans.length > 0;
      });
    orphansAt = performance.now();
  };

  const keepUp = async (): Promise<void> => {
    if (!scheduler || performance.now() - upkeepAt < times.upkeep) return;
    if (await runs.change(upkeep.tick)) look();
    upkeepAt = performance.now();
  };

  const claim = async (): Promise<void> => {
    while (!stopped && going.size < MOST_RUNS) {
      const node = presence?.key() ?? null;
      if (node === null) return;
      const run = await runs.change((tx) => claimRun(tx, node, { at: now(), only }));
      if (run === null) return;
      begin(run, node);
    }
  };

  /** Does what there is to do. Answers when it wants to look again, in ms. */
  const work = async (): Promise<number> => {
    const { next, isReady, cancelled } = await readOutlook(db, presence?.key() ?? null);
    for (const id of cancelled) going.get(id)?.controller.abort(new RunStopped('cancelled'));
    if (scheduler && next && next <= now()) {
      const missed = await runs.change(scheduler.tick);
      if (missed) log.warn({ missed }, 'slots of tasks have passed while nothing could begin');
      return 0;
    }
    await giveUp();
    await keepUp();
    if (isReady) await claim();
    const wait = scheduler && next ? next.getTime() - now().getTime() : times.look;
    return Math.max(1, Math.min(times.look, wait));
  };

  const round = async (): Promise<void> => {
    let wait = AGAIN_MS;
    do {
      again = false;
      try {
        wait = await work();
        outage.done();
      } catch (err) {
        wait = AGAIN_MS;
        if (!stopped) outage.failed({ err });
      }
    } while (again && !stopped);
    if (!stopped) timer = setTimeout(look, wait).unref();
  };

  /** Looks now; while it does so already, once more after that. */
  const look = (): void => {
    if (stopped || !ready) return;
    again = true;
    if (looking) return;
    clearTimeout(timer);
    looking = round().finally(() => {
      looking = undefined;
      if (again) look();
    });
  };

  return {
    look,
    /** Begins. Tries again while the database is away; resolves once it takes part, or when it was stopped. */
    start: async (): Promise<void> => {
      const begin = async (): Promise<void> => {
        presence ??= await takePresence({
          connection: db.connection,
          lock: LOCKS.taskNodes,
          log,
          onChange: () => {
            if (presence?.key() === null) abortAll('lost');
            look();
          },
        });
        await prepare();
      };
      while (!stopped) {
        try {
          await begin();
          break;
        } catch (err) {
          outage.failed({ err });
          await pause(AGAIN_MS, undefined, { ref: false });
        }
      }
      ready = true;
      look();
    },
    /** Tells what is going to end, waits for it a while, and leaves. */
    stop: async (): Promise<void> => {
      stopped = true;
      clearTimeout(timer);
      await looking;
      abortAll('stopping');
      const late = new AbortController();
      await Promise.race([
        Promise.all([...going.values()].map(({ done }) => done)),
        pause(times.last, undefined, { signal: late.signal }).catch(() => {}),
      ]);
      late.abort();
      await presence?.stop();
    },
  };
};

export type Node = ReturnType<typeof createNode>;
