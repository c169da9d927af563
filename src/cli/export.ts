import { Command } from 'commander';
import { VERSION } from '#server/app/version.ts';
import { dumpCatalogue } from '#server/modules/catalog/editor/dump.service.ts';
import { examples } from './examples.ts';
import { COUNTED, grouped, progressOn } from './progress.ts';
import { withCatalogue } from './settings.ts';

const MEGABYTE = 1_000_000;

const exportCatalogue = async (folder: string): Promise<void> => {
  const progress = progressOn(process.stderr, COUNTED);
  const files = await withCatalogue(({ db }) =>
    dumpCatalogue({ db, folder, now: () => new Date(), version: VERSION, onProgress: progress.tell }),
  ).finally(progress.end);
  for (const { name, records, bytes } of files)
    process.stdout.write(`${name}  ${grouped(records)} records  ${(bytes / MEGABYTE).toFixed(1)} MB\n`);
  process.stdout.write('manifest.json\n');
};

export const exportCommand = new Command('export')
  .description(
    'write the whole catalogue into a folder: a line of JSON a record, packed, and a manifest with checksums',
  )
  .argument('<folder>', 'the folder; it is made when it is not there')
  .addHelpText('after', examples('kinodex export ./catalogue'))
  .action(exportCatalogue);
