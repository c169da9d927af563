/** Two servers under load in turns, so that what changes on the machine meanwhile is no help to either. */
import { setTimeout } from 'node:timers/promises';
import { type Contender, type Started, startContender } from './http-contender.ts';
import { openLoad, type Target } from './load.ts';

export const CONNECTIONS = 32;
/** Pairs of turns in a round. */
const PAIRS = 8;
/**
 * Milliseconds of a turn, of the pause after it, and of the first turn, which does not count: a process that answers some
 * thousand times a second still compiles its code after three seconds, and takes a third more for an answer meanwhile.
 */
export const SLICE = 2_000;
const REST = 300;
const WARM_UP = 10_000;

export interface Side extends Omit<Target, 'port'> {
  readonly name: string;
  /** What serves: a contender, or whatever starts it. Two sides that are started by the same are one server. */
  readonly is: Contender | (() => Promise<Started>);
  readonly connections?: number;
}

export interface Slice {
  readonly rps: number;
  readonly answers: number;
  /** Microseconds of the server's CPU. */
  readonly cpu: number;
  readonly statements: number;
  readonly p99: number;
}

/** A side that runs: the connections to its server. */
interface Running {
  readonly slice: (ms?: number) => Promise<Slice>;
  readonly close: () => void;
}

const runOn = (server: Started, { name, is: _, connections = CONNECTIONS, ...target }: Side): Running => {
  let load: Awaited<ReturnType<typeof openLoad>> | undefined;
  return {
    slice: async (ms = SLICE) => {
      // Not before: a server ends connections that nobody uses, and the other side may take long to start.
      load ??= await openLoad({ port: server.port, ...target }, connections);
      const [before, begun] = [await server.stats(), performance.now()];
      const { count, wrong, p99 } = await load.run(ms);
      const rps = (count * 1_000) / (performance.now() - begun);
      const after = await server.stats();
      if (wrong > 0) throw new Error(`${name}: ${wrong} of ${count} answers are wrong`);
      // What it does beside its answers, such as writing them down, is over before the other side's turn.
      await setTimeout(REST);
      return {
        rps,
        answers: count,
        cpu: after.cpu - before.cpu,
        statements: after.statements - before.statements,
        p99,
      };
    },
    close: () => load?.close(),
  };
};

const open = ({ is }: Side, profile: string | undefined): Promise<Started> =>
  typeof is === 'function' ? is() : startContender(is, profile);

/**
 * Both sides in turns, pair by pair, each first in half of the pairs. In every round both are started anew, since a process
 * is compiled and laid out a little differently each time, and keeps that for life.
 */
export const inTurns = async (
  a: Side,
  b: Side,
  rounds: number,
  profile?: string,
): Promise<readonly (readonly [Slice, Slice])[]> => {
  const pairs: [Slice, Slice][] = [];
  for (let round = 0; round < rounds; round++) {
    const first = await open(a, profile);
    const second = a.is === b.is && typeof a.is === 'function' ? first : await open(b, profile);
    const [ofA, ofB] = [runOn(first, a), runOn(second, b)];
    try {
      for (const side of [ofA, ofB]) await side.slice(WARM_UP);
      for (let pair = 0; pair < PAIRS; pair++) {
        const one = await (pair % 2 === 0 ? ofA : ofB).slice();
        const other = await (pair % 2 === 0 ? ofB : ofA).slice();
        pairs.push(pair % 2 === 0 ? [one, other] : [other, one]);
      }
    } finally {
      // A process that is left running would keep this one from ending.
      for (const side of [ofA, ofB]) side.close();
      for (const server of new Set([first, second])) await server.stop();
    }
  }
  return pairs;
};
