import { Command } from 'commander';
import { withCatalogue } from './settings.ts';

export const migrateCommand = new Command('migrate')
  .description('bring the database up to this version and stop')
  .action(() => withCatalogue(async () => undefined));
