import type { Log } from '../log.ts';
import { isDatabaseAway, PoolTimeout } from './away.ts';
import type { ConnectionSettings } from './pool.ts';
import { LATE, within } from './pulse.ts';
import { lagOf, type Mark, type ReplicaState, type Said, stateOf, withMark } from './replica.rules.ts';
import { isForPrimary, openReplica, type Reads, type Replica, readPrimary } from './replica.ts';

/** In milliseconds. */
export interface ReplicaTimes {
  /** Between two looks at all of them. */
  readonly every: number;
  /** Between two looks while one lacks the latest change. */
  readonly soon: number;
  readonly patience: number;
  /** A replica that is further behind is left out. */
  readonly mostLag: number;
}

const TIMES: ReplicaTimes = { every: 1_000, soon: 20, patience: 1_000, mostLag: 5_000 };

export interface ReplicaOf {
  readonly connection: ConnectionSettings;
  /** The address without its password. */
  readonly place: string;
}

export interface ReplicaFigures {
  readonly place: string;
  readonly state: ReplicaState;
  readonly lagMs: number;
}

export interface Replicas {
  /** Goes to a replica that has every change that was told of, else to the primary. */
  readonly reads: Reads;
  /** Something has changed: no replica answers until it has replayed what the primary has written by now. */
  readonly changed: () => void;
  readonly state: () => readonly ReplicaFigures[];
  /** Looks at all of them now. */
  readonly look: () => Promise<void>;
  readonly close: () => Promise<void>;
}

interface Options extends Partial<ReplicaTimes> {
  readonly primary: Reads;
  readonly of: readonly ReplicaOf[];
  readonly poolSize: number;
  readonly log: Log;
}

interface Member extends ReplicaOf {
  readonly server: Replica;
  state: ReplicaState;
  lagMs: number;
}

/** Of which states operators are told; `behind` and `used` come and go with every change. */
const TOLD: Readonly<Partial<Record<ReplicaState, string>>> = {
  lagging: 'a replica is too far behind: its reads go elsewhere until it has caught up',
  away: 'a replica does not answer: its reads go elsewhere until it does',
  stranger: 'an address of DATABASE_REPLICA_URLS is no replica of this database: nothing is read there',
};

/**
 * Reads that may lag, over the replicas of a database: docs/decisions/0116. It is known by position in the log, not by
 * time, which changes a replica has: one that lacks a change that this node was told of is asked for nothing.
 */
export const createReplicas = ({ primary, of, poolSize, log, ...given }: Options): Replicas => {
  const { every, soon, patience, mostLag } = { ...TIMES, ...given };
  const members = of.map(
    (one): Member => ({
      ...one,
      server: openReplica({ connection: one.connection, poolSize, log, patience }),
      state: 'behind',
      lagMs: 0,
    }),
  );
  /** Those that may be asked now. */
  let usable: readonly Member[] = [];
  let turn = 0;
  let identity: string | null = null;
  let marks: readonly Mark[] = [];
  /** How often a change was told of, and the position that has all of these. */
  let told = 0;
  let fence = { told: -1, at: 0 };
  let timer: NodeJS.Timeout | undefined;
  let looking: Promise<void> | undefined;
  let closed = false;

  /** Where the primary is by now; not known where it does not answer. */
  const lookAtPrimary = async (): Promise<void> => {
    const [asked, tick] = [told, performance.now()];
    const reading = readPrimary(primary);
    reading.catch(() => {});
    const said = await within(reading, patience).catch(() => LATE);
    if (typeof said === 'symbol') return;
    identity = said.identity;
    marks = withMark(marks, { at: said.at, tick });
    if (fence.told !== asked || said.at < fence.at) fence = { told: asked, at: said.at };
  };

  const note = (member: Member, said: Said | null): void => {
    const state = stateOf(said, { identity, marks, fence: fence.told === told ? fence.at : null, mostLag });
    const before = member.state;
    member.state = state;
    member.lagMs = said === null ? member.lagMs : lagOf(marks, said.replayed);
    if (state === before || closed) return;
    const line = TOLD[state];
    if (line !== undefined) log.warn({ replica: member.place, lagMs: Math.round(member.lagMs) }, line);
    else if (TOLD[before] !== undefined) log.info({ replica: member.place }, 'a replica is read again');
  };

  const lookAtAll = async (): Promise<void> => {
    const isDue = fence.told !== told || performance.now() - (marks.at(-1)?.tick ?? -Infinity) >= every;
    if (isDue) await lookAtPrimary();
    const said = await Promise.all(members.map(({ server }) => server.look()));
    members.forEach((member, at) => void note(member, said[at] as Said | null));
    // What was told of meanwhile waits for the next look.
    usable = fence.told === told && !closed ? members.filter(({ state }) => state === 'used') : [];
  };

  const look = (): Promise<void> => {
    looking ??= lookAtAll().finally(() => {
      looking = undefined;
    });
    return looking;
  };

  const go = (ms: number): void => {
    clearTimeout(timer);
    if (closed) return;
    timer = setTimeout(async () => {
      await look();
      go(fence.told !== told || members.some(({ state }) => state === 'behind') ? soon : every);
    }, ms).unref();
  };

  const changed = (): void => {
    told += 1;
    usable = [];
    for (const member of members) if (member.state === 'used') member.state = 'behind';
    go(0);
  };

  const leaveOut = (member: Member): void => {
    usable = usable.filter((one) => one !== member);
    member.state = 'behind';
    go(soon);
  };

  const read = async <Result>(work: (from: Reads) => Promise<Result>): Promise<Result> => {
    const member = usable[turn++ % usable.length];
    if (!member) return work(primary);
    try {
      return await work(member.server.reads);
    } catch (error) {
      if (!isForPrimary(error)) throw error;
      if (isDatabaseAway(error) && !(error instanceof PoolTimeout)) leaveOut(member);
      return work(primary);
    }
  };

  go(0);
  return {
    reads: {
      query: (text, values) => read((from) => from.query(text, values)),
      transaction: (work, settings) => read((from) => from.transaction(work, settings)),
    },
    changed,
    state: () => members.map(({ place, state, lagMs }) => ({ place, state, lagMs })),
    look,
    close: async () => {
      closed = true;
      usable = [];
      clearTimeout(timer);
      await Promise.all(members.map(({ server }) => server.close()));
      await looking;
    },
  };
};
