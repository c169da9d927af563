import { Command, InvalidArgumentError } from 'commander';
import { failure } from '#server/kernel/failure.ts';
import { PEOPLE_CHANGED } from '#server/modules/accounts/account.events.ts';
import { publish } from '#server/platform/bus/event.ts';
import { examples } from './examples.ts';
import { withCatalogue } from './settings.ts';
import { peopleOf } from './user.ts';

const requests = (text: string): number => {
  if (!/^\d{1,9}$/.test(text)) throw new InvalidArgumentError('It is a whole number; 0 leaves the limit to the plan.');
  return Number(text);
};

const create = new Command('create')
  .description('print the valid API token of a user, who is made when there is none')
  .requiredOption('--email <address>', 'the address of the user')
  .option('--requests <number>', 'requests a day; 0 as the plan says', requests)
  .addHelpText(
    'after',
    examples(
      'kinodex token create --email app@example.org',
      'kinodex token create --email app@example.org --requests 5000',
    ),
  )
  .action(({ email, requests: maxRequests }: { email: string; requests?: number }) =>
    withCatalogue(async (tool) => {
      const { accounts, tokens } = await peopleOf(tool);
      const { token, canSignIn } = await tool.db.transaction(async (tx) => {
        const accountId = await accounts.ensure(tx, email);
        if (maxRequests !== undefined) {
          await accounts.setMaxRequests(tx, accountId, maxRequests);
          await publish(tx, PEOPLE_CHANGED);
        }
        const live = await tokens.liveOf(tx, accountId, null);
        if (live.valid) return { token: live.token, canSignIn: await accounts.hasPassword(tx, accountId) };
        throw failure('token_disabled', `An administrator has disabled the API token of ${email}.`);
      });
      process.stdout.write(`${token}\n`);
      // Standard output is the token's alone.
      if (!canSignIn) console.error(`To sign in to the site too: npx kinodex user invite --email ${email}`);
    }),
  );

export const tokenCommand = new Command('token')
  .description('API tokens')
  .addCommand(create)
  .addHelpText('after', examples('kinodex token create --email app@example.org'));
