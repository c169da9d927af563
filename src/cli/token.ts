import { Command, InvalidArgumentError } from 'commander';
import { secretOf } from '#server/app/open.ts';
import { createAccounts } from '#server/modules/accounts/account.service.ts';
import { createTokens } from '#server/modules/tokens/token.service.ts';
import { withCatalogue } from './settings.ts';

const requests = (text: string): number => {
  if (!/^\d{1,9}$/.test(text)) throw new InvalidArgumentError('It is a whole number; 0 leaves the limit to the plan.');
  return Number(text);
};

const create = new Command('create')
  .description('print the valid API token of a user, who is made when there is none')
  .requiredOption('--email <address>', 'the address of the user')
  .option('--requests <number>', 'requests a day; 0 as the plan says', requests)
  .action(({ email, requests: maxRequests }: { email: string; requests?: number }) =>
    withCatalogue(async ({ config, db }) => {
      const accounts = createAccounts();
      const tokens = createTokens({ db, secret: secretOf(config) });
      const token = await db.transaction(async (tx) => {
        const accountId = await accounts.ensure(tx, email);
        if (maxRequests !== undefined) await accounts.setMaxRequests(tx, accountId, maxRequests);
        return tokens.issue(tx, accountId);
      });
      process.stdout.write(`${token}\n`);
    }),
  );

export const tokenCommand = new Command('token').description('API tokens').addCommand(create);
