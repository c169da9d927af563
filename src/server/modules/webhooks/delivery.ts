import { randomUUID } from 'node:crypto';
import { createRepeated } from '#server/platform/repeated.ts';
import { createFill, type FillParts } from './fill.ts';
import { sweepLog } from './log.store.ts';
import { claimWebhooks, type Turn } from './turn.store.ts';
import { createTurn, type TurnParts } from './turn.ts';

/** Webhooks that a node is at at once. */
const SLOTS = 16;
const [SECOND, HOUR, DAY] = [1_000, 3_600_000, 86_400_000];

/** How long things may take, in ms. */
export interface DeliveryTimes {
  /** That a turn begins new tries. */
  readonly turn: number;
  /** That a webhook is a node's: longer than a turn with its last try takes. */
  readonly lease: number;
  /** Between two looks for what there is to do. */
  readonly look: number;
}
/** A try may take this long. */
export const TRY_MS = 10 * SECOND;
const TIMES: DeliveryTimes = { turn: 10 * SECOND, lease: 30 * SECOND, look: 2 * SECOND };

export interface DeliveryParts extends FillParts, TurnParts {
  /** Days that the log is kept. */
  readonly days: () => number;
  readonly times?: Partial<DeliveryTimes>;
}

/** Sends what is to be sent, at this node beside the others. */
export const createDelivery = ({ days, ...parts }: DeliveryParts) => {
  const { db, now, log } = parts;
  const times = { ...TIMES, ...parts.times };
  const fill = createFill(parts);
  const work = createTurn(parts);
  const cut = new AbortController();
  const outage = createRepeated(log, {
    failing: 'webhooks wait, since what is to be sent cannot be looked at',
    again: 'webhooks are sent again',
  });
  const counts = { sent: 0, failed: 0 };
  const running = new Set<Promise<void>>();
  let stopped = false;
  let isStarted = false;
  let going: Promise<void> | undefined;
  let again = false;
  let sweptAt = new Date(0);
  let timer: NodeJS.Timeout | undefined;

  const later = (ms: number): Date => new Date(now().getTime() + ms);

  const run = async (turn: Turn, hold: string, ends: number): Promise<void> => {
    const order = { hold, isLate: () => stopped || performance.now() > ends, signal: cut.signal };
    const outcomes = await work(turn, order);
    const sent = outcomes.filter(({ isSent }) => isSent).length;
    counts.sent += sent;
    counts.failed += outcomes.length - sent;
  };

  const begin = (turn: Turn, hold: string, ends: number): void => {
    const one = run(turn, hold, ends)
      // It is taken again when its lease is over.
      .catch((err: unknown) => log.warn({ err, webhook: turn.id }, 'a webhook was given up for now'))
      .finally(() => {
        running.delete(one);
        void look();
      });
    running.add(one);
  };

  const sweep = async (): Promise<void> => {
    if (later(-HOUR) < sweptAt) return;
    while (!stopped && (await sweepLog(db, later(-days() * DAY))) > 0);
    sweptAt = now();
  };

  const round = async (): Promise<void> => {
    await sweep();
    await fill(() => stopped);
    const most = SLOTS - running.size;
    if (stopped || most <= 0) return;
    const hold = randomUUID();
    const ends = performance.now() + times.turn;
    for (const turn of await claimWebhooks(db, { now: now(), free: later(times.lease), hold, most }))
      begin(turn, hold, ends);
  };

  /** Writes and sends what is due. Asked while it does, it looks once more. */
  const look = (): Promise<void> => {
    if (!isStarted || stopped) return Promise.resolve();
    again = going !== undefined;
    going ??= round()
      .then(outage.done, (err: unknown) => outage.failed({ err }))
      .finally(() => {
        going = undefined;
        if (again) void look();
      });
    return going;
  };

  /** Ends when nothing is under way. */
  const idle = async (): Promise<void> => {
    while (going !== undefined || running.size > 0) await Promise.all([going, ...running]);
  };

  return {
    look,
    idle,
    /** Tries since the start, by how they ended. */
    counts: (): Readonly<typeof counts> => counts,
    start: (): void => {
      isStarted = true;
      clearInterval(timer);
      timer = setInterval(look, times.look).unref();
      void look();
    },
    /** Ends within `ms`: what is being sent by then is cut off, and tried again by another node. */
    stop: async (ms = 5_000): Promise<void> => {
      clearInterval(timer);
      stopped = true;
      const late = setTimeout(() => cut.abort(), ms);
      await idle();
      clearTimeout(late);
      cut.abort();
    },
  };
};

export type Delivery = ReturnType<typeof createDelivery>;
