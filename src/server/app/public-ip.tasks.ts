import { Type } from 'typebox';
import { Problem } from '#server/kernel/problem.ts';
import { notify } from '#server/modules/notifications/notification.service.ts';
import type { Database } from '#server/platform/db/database.ts';
import { createOutbound, type OutboundOptions } from '#server/platform/outbound/outbound.ts';
import { type TaskType, taskType } from '#server/platform/tasks/type.ts';
import { publicAddressIn } from './public-ip.rules.ts';
import { holdPublicAddress, writePublicAddress } from './public-ip.store.ts';

/** Bytes of the longest answer: an address is some fifty at most. */
const LARGEST_ANSWER = 1_024;

interface Parts {
  readonly db: Pick<Database, 'transaction'>;
  readonly now: () => Date;
  /** What is asked; undefined: nobody. */
  readonly url: string | undefined;
  /** For tests: how the door out waits. */
  readonly outbound?: Partial<OutboundOptions>;
}

/** Asks PUBLIC_IP_URL at which address the Internet sees this installation, and tells administrators of another one. */
export const publicIp = ({ db, now, url, outbound = {} }: Parts): TaskType => {
  const ask = async (address: string, signal: AbortSignal): Promise<string> => {
    const { origin, pathname, search } = new URL(address);
    const door = createOutbound({ ...outbound, baseUrl: origin, maxBytes: LARGEST_ANSWER });
    const { status, body } = await door.request({
      method: 'GET',
      path: `${pathname}${search}`,
      headers: { accept: 'text/plain, application/json' },
      repeatable: true,
      signal,
    });
    if (status !== 200) throw new Problem(`PUBLIC_IP_URL answered with the status ${status}.`);
    const found = publicAddressIn(body.toString('utf8'));
    if (found === null) throw new Problem('PUBLIC_IP_URL answered something else than a public network address.');
    return found;
  };

  return taskType({
    name: 'PUBLIC_IP',
    summary: 'Asks PUBLIC_IP_URL for the public address of the server, and leaves a notification when it has changed.',
    category: 'publicIp',
    arguments: Type.Object({}),
    run: async (_, { signal, progress, log }) => {
      if (url === undefined) {
        log('PUBLIC_IP_URL is not set: nobody is asked.');
        return;
      }
      progress(0, 1);
      const address = await ask(url, signal);
      const before = await db.transaction(async (tx) => {
        const known = await holdPublicAddress(tx);
        if (known?.address === address) return known;
        await writePublicAddress(tx, { address, since: now() });
        if (known !== null)
          await notify(tx, {
            message: 'The public address of the server has changed',
            detail: `It was ${known.address} and is ${address}.`,
            level: 'WARN',
          });
        return known;
      });
      progress(1, 1);
      if (before === null) log(`The public address is ${address}.`);
      else if (before.address === address)
        log(`The public address is still ${address}, as it was on ${before.since.toISOString().slice(0, 10)}.`);
      else log(`The public address has changed from ${before.address} to ${address}.`, 'WARN');
    },
  });
};
