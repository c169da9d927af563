/** A position of the primary's log, in bytes, and when it was known to have got there. */
export interface Mark {
  readonly at: number;
  /** Ms of a clock that is never set. */
  readonly tick: number;
}

/** Ms for which positions are remembered; a replica that is further behind is left out whatever the number. */
const REMEMBERED_MS = 60_000;

/**
 * The marks with one more, oldest first. A primary that is before where it was is another one, which took over: nothing of
 * the former counts.
 */
export const withMark = (marks: readonly Mark[], mark: Mark): readonly Mark[] => {
  const last = marks.at(-1);
  if (last && mark.at < last.at) return [mark];
  return [...marks.filter(({ tick }) => mark.tick - tick <= REMEMBERED_MS), mark];
};

/**
 * Ms for which the primary has been past what a replica has replayed; 0 where it isn't. It stands still while the primary
 * is not heard of: there is nothing that a replica could miss then. No clock of another machine has a say in it.
 */
export const lagOf = (marks: readonly Mark[], replayed: number): number => {
  const passed = marks.find(({ at }) => at > replayed);
  return passed ? (marks.at(-1) as Mark).tick - passed.tick : 0;
};

/** How a replica is: `behind` lacks the latest change that was told of, mostly for moments. */
export type ReplicaState = 'used' | 'behind' | 'lagging' | 'away' | 'stranger';

/** What a server says of itself; null: it did not answer. */
export interface Said {
  /** The database as the cluster numbers it: copies of one have the same. */
  readonly identity: string;
  readonly isReplica: boolean;
  readonly replayed: number;
}

interface Known {
  readonly identity: string | null;
  readonly marks: readonly Mark[];
  /** The position from which on it has every change that was told of; null where that isn't known yet. */
  readonly fence: number | null;
  readonly mostLag: number;
}

/** Whether reads may go to a server that says this of itself. */
export const stateOf = (said: Said | null, { identity, marks, fence, mostLag }: Known): ReplicaState => {
  if (said === null) return 'away';
  if (!said.isReplica || (identity !== null && said.identity !== identity)) return 'stranger';
  if (lagOf(marks, said.replayed) > mostLag) return 'lagging';
  return identity === null || fence === null || said.replayed < fence ? 'behind' : 'used';
};
