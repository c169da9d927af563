import { Type } from 'typebox';
import { type TaskType, taskType } from '#server/platform/tasks/type.ts';
import type { Billing } from './billing.service.ts';

/**
 * Looks after payments that nobody comes back to: each minute, so that whoever paid and never returned is given what was
 * paid for within about two.
 */
export const expirePayments = ({ round }: Pick<Billing, 'round'>): TaskType =>
  taskType({
    name: 'EXPIRE_PAYMENTS',
    summary: 'Asks the payment providers about open orders, gives up those never paid, and ends paid periods.',
    category: 'user',
    arguments: Type.Object({}),
    firstCron: '0 * * * * *',
    run: async (_, { signal, progress, log }) => {
      await round(signal, {
        looked: progress,
        said: (text, isTrouble) => log(text, isTrouble ? 'WARN' : 'INFO'),
      });
      signal.throwIfAborted();
    },
  });
