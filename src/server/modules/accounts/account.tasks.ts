import { Type } from 'typebox';
import { counted } from '#server/kernel/counted.ts';
import { type TaskType, taskType } from '#server/platform/tasks/type.ts';
import type { Accounts } from './account.service.ts';

/** Deletes the accounts that their owners have asked to be, once they may not be kept any more. */
export const deleteAccounts = ({ accounts }: { readonly accounts: Pick<Accounts, 'deleteDue'> }): TaskType =>
  taskType({
    name: 'DELETE_ACCOUNTS',
    summary: 'Deletes accounts whose owners have asked for it a week ago.',
    category: 'user',
    arguments: Type.Object({}),
    // Promised to people: no administrator has to think of it.
    upkeep: { cron: '0 17 * * * *', arguments: '' },
    run: async (_, { signal, progress, log }) => {
      const deleted = await accounts.deleteDue({ signal, progress, said: (text) => log(text, 'WARN') });
      log(`${counted(deleted, 'account', 'accounts')} deleted.`);
    },
  });
