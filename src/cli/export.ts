import { Command } from 'commander';
import { VERSION } from '#server/app/version.ts';
import { dumpCatalogue } from '#server/modules/catalog/editor/dump.service.ts';
import { examples } from './examples.ts';
import { pathArgument } from './path-argument.ts';
import { COUNTED, grouped } from './progress.ts';
import { withCatalogue } from './settings.ts';
import { watched } from './watched.ts';

const MEGABYTE = 1_000_000;

const LEFT = 'a folder without manifest.json holds no whole catalogue';

const exportCatalogue = (folder: string): Promise<void> =>
  watched(COUNTED, LEFT, async ({ tell, signal }) => {
    const files = await withCatalogue(({ db }) =>
      dumpCatalogue({ db, folder, now: () => new Date(), version: VERSION, onProgress: tell, signal }),
    );
    const lines = files.map(
      ({ name, records, bytes }) => `${name}  ${grouped(records)} records  ${(bytes / MEGABYTE).toFixed(1)} MB\n`,
    );
    return `${lines.join('')}manifest.json\n`;
  });

export const exportCommand = new Command('export')
  .description(
    'write the whole catalogue into a folder: a line of JSON a record, packed, and a manifest with checksums',
  )
  .argument('<folder>', 'the folder; it is made when it is not there', pathArgument)
  .addHelpText('after', examples('kinodex export ./catalogue'))
  .action(exportCatalogue);
