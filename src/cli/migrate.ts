import { Command } from 'commander';
import { examples } from './examples.ts';
import { withCatalogue } from './settings.ts';

export const migrateCommand = new Command('migrate')
  .description('bring the database up to this version and stop')
  .addHelpText('after', examples('kinodex migrate'))
  .action(() => withCatalogue(async () => undefined));
