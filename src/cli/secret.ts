import { Command } from 'commander';
import { acceptSecretOf } from '#server/app/open.ts';
import { examples } from './examples.ts';
import { withCatalogue } from './settings.ts';

const accept = new Command('accept')
  .description('take the secret of the settings though the database was used with another: what that sealed is lost')
  .addHelpText('after', examples('kinodex secret accept'))
  .action(() =>
    withCatalogue(async ({ config, db }) => {
      await acceptSecretOf(config, db);
      process.stdout.write(
        'The secret is accepted. What another one sealed is lost: if it was another, passwords have to be reset and API tokens replaced.\n',
      );
    }),
  );

export const secretCommand = new Command('secret')
  .description('the secret that seals API tokens')
  .addCommand(accept)
  .addHelpText('after', examples('kinodex secret accept'));
