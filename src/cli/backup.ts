import { resolve } from 'node:path';
import { Command } from 'commander';
import { backUp, checkBackup, restore } from '#server/app/backup.ts';
import type { Manifest } from '#server/platform/backup/manifest.rules.ts';
import type { BackupProgress } from '#server/platform/backup/progress.ts';
import { examples } from './examples.ts';
import { pathArgument } from './path-argument.ts';
import { countLine, grouped, type Telling } from './progress.ts';
import { withDatabase } from './settings.ts';
import { watched } from './watched.ts';

const TELLING: Telling<BackupProgress> = {
  line: (progress, seconds) => (progress.phase === 'waiting' ? progress.file : countLine(progress, seconds)),
  clock: ({ phase }) => phase,
  isFrequent: () => true,
};

const UNCHANGED = 'nothing was changed';

const picturesIn = ({ pictures }: Manifest): string =>
  pictures === null ? 'pictures left out' : `${grouped(pictures)} pictures`;

const tellOf = (manifest: Manifest): string => {
  const rows = manifest.tables.reduce((sum, table) => sum + table.rows, 0);
  const secret = manifest.secret === null ? 'no secret yet' : 'the secret';
  return `${grouped(rows)} rows of ${manifest.tables.length} tables, ${picturesIn(manifest)}, ${secret}; version ${manifest.version}, ${manifest.at}`;
};

interface BackupOptions {
  readonly check?: true;
  readonly pictures: boolean;
}

export const backupCommand = new Command('backup')
  .description('write database, pictures and secret, as they are at one moment, into a file; the product may run')
  .argument('<file>', 'the file, which must not be there yet', pathArgument)
  .option('--check', 'compare every checksum of a file that is there, and write nothing')
  .option('--no-pictures', 'leave the pictures out')
  .addHelpText('after', examples('kinodex backup kinodex.tar', 'kinodex backup --check kinodex.tar'))
  .action((given: string, { check, pictures }: BackupOptions) => {
    const file = resolve(given);
    return watched(TELLING, UNCHANGED, async (watch) => {
      if (check) return `${file} is whole: ${tellOf((await checkBackup({ ...watch, file })).manifest)}\n`;
      return withDatabase(
        async ({ config, db }) => `${file}: ${tellOf(await backUp(config, db, { ...watch, file, pictures }))}\n`,
      );
    });
  });

interface RestoreOptions {
  readonly replace?: boolean;
  readonly pictures: boolean;
}

export const restoreCommand = new Command('restore')
  .description('check a backup and put it into an empty database and the data folder; the product must not run')
  .argument('<file>', 'what kinodex backup has written', pathArgument)
  .option('--replace', 'the database is not empty: drop all that it holds')
  .option('--no-pictures', 'leave the pictures where they are')
  .addHelpText(
    'after',
    examples('kinodex restore kinodex.tar', 'DATABASE_URL=postgres://db.lan/kinodex kinodex restore kinodex.tar'),
  )
  .action((given: string, { replace = false, pictures }: RestoreOptions) => {
    const file = resolve(given);
    return watched(TELLING, UNCHANGED, async (watch) => {
      const checked = await checkBackup({ ...watch, file });
      return withDatabase(async ({ config, db }) => {
        const applied = await restore(config, db, { ...watch, file, checked, replace, pictures });
        const newer = applied.length > 0 ? `\nBrought up to this version with ${applied.length} migrations.` : '';
        return `Restored into ${db.place}: ${tellOf(checked.manifest)}${newer}\n`;
      });
    });
  });
