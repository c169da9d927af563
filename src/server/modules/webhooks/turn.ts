import type { Database, Executor } from '#server/platform/db/database.ts';
import type { Log } from '#server/platform/log.ts';
import type { Sending } from './sending.ts';
import {
  type Due,
  disable,
  hurryWaiting,
  isHeld,
  readDue,
  release,
  type Settled,
  settle,
  type Turn,
} from './turn.store.ts';
import {
  bodyOf,
  chainsOf,
  endOf,
  FAILING,
  type Outcome,
  pauseAfter,
  restAfter,
  standingAfter,
  TRIED_MS,
} from './webhook.rules.ts';

/** Deliveries that a turn makes at most, and those of them that are under way at once. */
const [MOST, AT_ONCE] = [50, 4];

export interface TurnParts {
  readonly db: Pick<Database, 'query' | 'transaction'>;
  readonly send: Sending;
  /** Tells the owner, and administrators, that a webhook is disabled. */
  readonly tell: (tx: Executor, turn: Turn, why: 'gone' | 'failing') => Promise<void>;
  readonly random: () => number;
  readonly now: () => Date;
  readonly log: Log;
}

export interface TurnOrder {
  readonly hold: string;
  /** Whether no more may be begun: others may take the webhook soon. */
  readonly isLate: () => boolean;
  readonly signal: AbortSignal;
}

/** What a node does with a webhook that is its own for a while. */
export const createTurn = ({ db, send, tell, random, now, log }: TurnParts) => {
  const later = (ms: number): Date => new Date(now().getTime() + ms);

  /** Tries some, in order within each record: where one fails, those behind it wait. */
  const tryAll = async (
    turn: Turn,
    due: readonly Due[],
    { isLate, signal }: TurnOrder,
  ): Promise<readonly Outcome[]> => {
    const outcomes: Outcome[] = [];
    const chains = chainsOf(due)[Symbol.iterator]();
    let isGone = false;
    const worker = async (): Promise<void> => {
      for (const chain of chains)
        for (const { change, messageId, data } of chain) {
          if (isGone || isLate() || signal.aborted) return;
          const outcome = await send(turn, { id: `msg_${messageId}`, body: bodyOf(data) }, signal);
          outcomes.push({ change, ...outcome });
          isGone ||= outcome.code === 410;
          if (!outcome.isSent) break;
        }
    };
    // What was cut off by our own end is tried by others when the turn is over; what has ended before is noted.
    const ended = await Promise.allSettled(Array.from({ length: AT_ONCE }, worker));
    const failed = ended.find((one) => one.status === 'rejected');
    if (failed && !signal.aborted) throw failed.reason;
    return outcomes;
  };

  /** Nothing is given up while it is the address that fails: that one is disabled, and what waits is kept. */
  const settledOf = (outcome: Outcome, due: ReadonlyMap<number, Due>, isAway: boolean): Settled => {
    if (outcome.isSent) return { ...outcome, state: 'sent', dueAt: now() };
    const { attempts = 0, firstAt = null } = due.get(outcome.change) ?? {};
    const dueAt = later(Math.max(pauseAfter(attempts + 1, random), outcome.asked));
    const isOver = firstAt !== null && dueAt.getTime() - firstAt.getTime() > TRIED_MS;
    return { ...outcome, state: isOver && !isAway ? 'failed' : 'waiting', dueAt };
  };

  /** Notes what was done and gives the webhook back, unless another node has taken it meanwhile. */
  const close = async (turn: Turn, hold: string, due: readonly Due[], outcomes: readonly Outcome[]): Promise<void> => {
    const byChange = new Map(due.map((one) => [one.change, one]));
    const standing = standingAfter(turn, outcomes, now());
    const why = endOf(standing, outcomes, now());
    const asked = Math.max(0, ...outcomes.map((one) => one.asked));
    const rest = outcomes.length === 0 ? 0 : restAfter(standing.failures, asked, random);
    await db.transaction(async (tx) => {
      if (!(await isHeld(tx, turn.id, hold))) return;
      await settle(
        tx,
        turn.id,
        outcomes.map((one) => settledOf(one, byChange, why !== null || standing.failures >= FAILING)),
        now(),
      );
      if (turn.failures >= FAILING && outcomes.some(({ isSent }) => isSent)) await hurryWaiting(tx, turn.id, now());
      if (why !== null) {
        await disable(tx, turn.id, why, now());
        await tell(tx, turn, why);
      }
      await release(tx, turn.id, { ...standing, restUntil: rest > 0 ? later(rest) : null });
    });
    if (why !== null) log.info({ webhook: turn.id, accountId: turn.accountId, why }, 'a webhook was disabled');
  };

  return async (turn: Turn, order: TurnOrder): Promise<readonly Outcome[]> => {
    // One that fails is asked with one delivery whether it is back.
    const due = await readDue(db, turn.id, now(), turn.failures >= FAILING ? 1 : MOST);
    const outcomes = await tryAll(turn, due, order);
    await close(turn, order.hold, due, outcomes);
    return outcomes;
  };
};
