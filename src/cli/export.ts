import { Command, Option } from 'commander';
import { SETTINGS } from '#server/app/settings.ts';
import { VERSION } from '#server/app/version.ts';
import { visibilityOf } from '#server/modules/catalog/catalog.config.ts';
import { DUMP_FORMATS, type DumpFormat, dumpCatalogue } from '#server/modules/catalog/dump/dump.service.ts';
import { createConfiguration } from '#server/modules/configuration/configuration.service.ts';
import { passedOn } from '#server/sources/licences.ts';
import { examples } from './examples.ts';
import { pathArgument } from './path-argument.ts';
import { COUNTED, grouped } from './progress.ts';
import { type Tool, withCatalogue } from './settings.ts';
import { watched } from './watched.ts';

const MEGABYTE = 1_000_000;

const LEFT = 'nothing was kept';

interface Options {
  readonly format: DumpFormat;
  readonly gzip: boolean;
  readonly parts?: readonly string[];
  readonly includeRestricted?: true;
}

/** The sources that the settings let readers see, as far as their terms let data be passed on. */
const passedOnBy = async ({ config, db }: Tool) => {
  const configuration = createConfiguration({ db, settings: SETTINGS });
  await configuration.reload();
  return passedOn(visibilityOf(configuration, config.publicUrl)().sources);
};

const exportCatalogue = (folder: string, { includeRestricted, ...options }: Options): Promise<void> =>
  watched(COUNTED, LEFT, async ({ tell, signal }) => {
    const { files, leftOut } = await withCatalogue(async (tool) =>
      dumpCatalogue({
        ...options,
        db: tool.db,
        folder,
        now: () => new Date(),
        version: VERSION,
        sources: includeRestricted ? null : await passedOnBy(tool),
        onProgress: tell,
        signal,
      }),
    );
    const lines = files.map(
      ({ name, rows, bytes }) => `${name}  ${grouped(rows)} rows  ${(bytes / MEGABYTE).toFixed(1)} MB\n`,
    );
    const missing = leftOut.length === 0 ? '' : `left out: ${leftOut.join(', ')}; --include-restricted takes all in\n`;
    return `${lines.join('')}manifest.json\n${missing}`;
  });

export const exportCommand = new Command('export')
  .description('write the catalogue into a folder, a file a part, and a manifest with checksums and licences')
  .argument('<folder>', 'the folder, which is made, or is empty', pathArgument)
  .addOption(
    new Option('--format <format>', 'JSON lines or Parquet')
      .choices(DUMP_FORMATS)
      .default('jsonl' satisfies DumpFormat),
  )
  .option('--no-gzip', 'leave JSON lines unpacked')
  .option('--parts <names>', 'only these parts, separated by commas', (names) => names.split(','))
  .option('--include-restricted', 'also data of sources that are not public, or whose terms forbid to pass it on')
  .addHelpText(
    'after',
    examples('kinodex export ./catalogue --format parquet', 'kinodex export ./people --parts people,person-quotes'),
  )
  .action(exportCatalogue);
