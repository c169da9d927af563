import { hostname } from 'node:os';
import { type Notice, notifyOnce, passed } from '#server/modules/notifications/notification.service.ts';
import type { Database } from '#server/platform/db/database.ts';
import type { Log } from '#server/platform/log.ts';

interface Parts {
  readonly db: Pick<Database, 'disk' | 'now' | 'necessary'>;
  readonly log: Log;
  /** This node's own time. */
  readonly nodeNow?: () => number;
  readonly node?: string;
}

/** Between two looks, in ms. */
const EVERY_MS = 10_000;
/** A node's clock may be out by so much, in ms. */
const CLOCK_OFF_MS = 60_000;

const DISK: Notice = {
  message: 'The disk is nearly full',
  detail: 'The database takes only what is necessary until there is more room on its disk.',
  level: 'ERROR',
};

const clockNotice = (node: string, off: number): Notice => ({
  message: 'The clock of a node is wrong',
  detail: `The clock of ${node} is ${Math.round(Math.abs(off) / 1_000)} seconds ${off > 0 ? 'ahead of' : 'behind'} the database's, which counts.`,
  level: 'WARN',
});

/** Looks now and then how this node is, and tells administrators of what is not as it should be, once until it is better. */
export const watchConditions = ({ db, log, nodeNow = Date.now, node = hostname() }: Parts) => {
  /** What was last told or taken back, by cause. */
  const known = new Map<string, boolean>();
  let looking: Promise<void> = Promise.resolve();

  const judge = async (cause: string, isBad: boolean, notice: Notice): Promise<void> => {
    if (known.get(cause) === isBad) return;
    await db.necessary.transaction((tx) => (isBad ? notifyOnce(tx, cause, notice) : passed(tx, cause)));
    known.set(cause, isBad);
  };
  const look = async (): Promise<void> => {
    await judge('disk', db.disk() !== 'roomy', DISK);
    const off = nodeNow() - db.now().getTime();
    await judge(`clock ${node}`, Math.abs(off) > CLOCK_OFF_MS, clockNotice(node, off));
  };
  const next = (): Promise<void> => {
    looking = looking
      .then(look)
      .catch((err: unknown) => log.debug({ err }, 'nobody could be told how this node is; it is tried again'));
    return looking;
  };
  const timer = setInterval(next, EVERY_MS).unref();
  return {
    look: next,
    stop: async (): Promise<void> => {
      clearInterval(timer);
      await looking;
    },
  };
};
