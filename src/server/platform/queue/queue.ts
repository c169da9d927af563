import { setTimeout as pause } from 'node:timers/promises';
import { PgBoss } from 'pg-boss';
import { isDatabaseOutage } from '../db/away.ts';
import type { Database } from '../db/database.ts';
import type { Log } from '../log.ts';
import { createRepeated } from '../repeated.ts';

/** Work that is handed to one node at a time. */
export interface Work {
  /** Small letters and dashes. Nodes of two versions share work by its name. */
  readonly name: string;
  /** How often a run that failed is tried again: after about a minute, two minutes, four and so on. */
  readonly retries: number;
  /** Seconds for which a run that has ended is remembered, so that its id is taken. */
  readonly remembered: number;
  /** Does it. The signal aborts when the node stops, or when the run is no longer this node's. */
  readonly run: (signal: AbortSignal) => Promise<void>;
}

/** Seconds. A run whose node has died is given up `heartbeat` after its last sign of life, when somebody next looks. */
export interface QueueTimes {
  readonly heartbeat: number;
  readonly refresh: number;
  readonly look: number;
  /** Between two looks for runs that another node has asked for, or that are due to be tried again. */
  readonly poll: number;
  /** Between two tries to begin while the database is away. */
  readonly again: number;
}

const TIMES: QueueTimes = { heartbeat: 30, refresh: 10, look: 10, poll: 30, again: 5 };
/** Seconds that a run may take. */
const LONGEST = 3_600;
const RETRY_S = 60;
/** Ms that a stop waits for runs, which its signal tells to end, and for the database. */
const LAST = 5_000;

export interface QueueParts {
  readonly db: Pick<Database, 'query'>;
  readonly log: Log;
  /** No other node serves from this database, so that what is under way at the start is of a node that has died. */
  readonly alone: boolean;
  readonly times?: QueueTimes;
}

/**
 * Runs of work, each by one node, kept in the schema `queue` of the database by pg-boss. Of one work at most one run is
 * asked for or under way at a time, over all nodes.
 */
export const createQueue = ({ db, log, alone, times = TIMES }: QueueParts) => {
  const ended = new AbortController();
  const outage = createRepeated(log, {
    failing: 'work in the background waits, since the database does not take it; it is told when it does',
    again: 'work in the background goes on',
  });
  /** What fails while the database is away fails for that. */
  const tell = (err: unknown): void => {
    if (outage.failures() === 0) log.warn({ err }, 'the queue of work in the background has failed at something');
  };
  // Seen here, since the queue tells of failures in words of its own.
  const executeSql: Database['query'] = async (text, values) => {
    try {
      return await db.query(text, values);
    } catch (err) {
      if (isDatabaseOutage(err)) outage.failed({ err });
      throw err;
    }
  };
  const boss = new PgBoss({
    db: { executeSql },
    schema: 'queue',
    schedule: false,
    registerInstance: false,
    superviseIntervalSeconds: times.look,
    monitorIntervalSeconds: times.look,
    openTelemetry: { enabled: false },
    // A few rows an hour: there is nothing to rebuild, and the server's own vacuum is the operator's.
    reindex: false,
    monitorVacuum: false,
  });
  boss.on('error', tell);
  const works: Work[] = [];
  const workers = new Map<string, string>();

  const giveUpOrphans = async (name: string): Promise<void> => {
    const active = (await boss.findJobs(name)).filter(({ state }) => state === 'active');
    const ids = active.map(({ id }) => id);
    if (ids.length > 0) await boss.fail(name, ids);
  };

  const take = async ({ name, retries, remembered, run }: Work): Promise<void> => {
    const failures = createRepeated(log, {
      failing: 'work in the background has failed; it is tried again',
      again: 'work in the background is done again',
    });
    const options = {
      retryLimit: retries,
      retryDelay: RETRY_S,
      retryBackoff: true,
      heartbeatSeconds: times.heartbeat,
      expireInSeconds: LONGEST,
      deleteAfterSeconds: remembered,
    };
    await boss.createQueue(name, { ...options, policy: 'exclusive' });
    await boss.updateQueue(name, options);
    if (alone) await giveUpOrphans(name);
    const polling = { pollingIntervalSeconds: times.poll, heartbeatRefreshSeconds: times.refresh };
    const worker = await boss.work(name, polling, async ([job]) => {
      if (!job) return;
      try {
        await run(AbortSignal.any([job.signal, ended.signal]));
        failures.done();
      } catch (err) {
        const isTold = ended.signal.aborted || (isDatabaseOutage(err) && outage.failures() > 0);
        if (!isTold) failures.failed({ err, work: name });
        throw err;
      }
    });
    workers.set(name, worker);
  };

  const begin = async (): Promise<void> => {
    while (!ended.signal.aborted) {
      try {
        await boss.start();
        for (const work of works) if (!workers.has(work.name)) await take(work);
        return;
      } catch (error) {
        tell(error);
        await pause(times.again * 1_000, undefined, { signal: ended.signal }).catch(() => {});
      }
    }
  };

  return {
    /** Declares what this node does; before the start. */
    add: (work: Work): void => void works.push(work),
    /** Takes work from now on. Resolves when it does, which may be after an outage; never rejects. */
    start: begin,
    /**
     * Asks for a run under an id, a UUID. False when there was one with that id, or when one is asked for or under way.
     * Fails when the database does.
     */
    ask: async (name: string, id: string): Promise<boolean> => {
      const asked = (await boss.send(name, null, { id })) !== null;
      outage.done();
      const worker = workers.get(name);
      if (asked && worker) boss.notifyWorker(worker);
      return asked;
    },
    /** Tells what runs to end, and gives up what has not ended in time. */
    stop: async (): Promise<void> => {
      ended.abort();
      const late = new AbortController();
      await Promise.race([
        boss.stop({ timeout: LAST, close: false }).catch(tell),
        pause(2 * LAST, undefined, { signal: late.signal }).catch(() => {}),
      ]);
      late.abort();
    },
    tell,
  };
};

export type Queue = ReturnType<typeof createQueue>;
