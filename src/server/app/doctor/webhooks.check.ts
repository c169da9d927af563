import { counted } from '#server/kernel/counted.ts';
import { type Backlog, readBacklog } from '#server/modules/webhooks/log.service.ts';
import type { Executor } from '#server/platform/db/database.ts';
import { type Finding, ok, warning } from './finding.ts';

/** Ms that something may be due before somebody should look why nobody sends it. */
const LATE = 600_000;

/** How webhooks stand. */
const webhooksFinding = ({ webhooks, disabled, waiting, lateAt }: Backlog, now: Date): Finding => {
  if (webhooks === 0) return ok('webhooks', 'nobody has any');
  const off = disabled === 0 ? '' : `, ${disabled} disabled`;
  const what = `${counted(webhooks, 'webhook', 'webhooks')}${off}, ${counted(waiting, 'delivery waits', 'deliveries wait')}`;
  const late = lateAt === null ? 0 : now.getTime() - lateAt.getTime();
  if (late < LATE) return ok('webhooks', what);
  const minutes = Math.floor(late / 60_000);
  return warning(
    'webhooks',
    `${what}, of which some are due for ${minutes} minutes`,
    'start a node that is no web node',
  );
};

export const lookAtWebhooks = async (db: Executor, now: Date): Promise<Finding> =>
  webhooksFinding(await readBacklog(db), now);
