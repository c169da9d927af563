import { Command } from 'commander';
import { createImport } from '#server/app/import.ts';
import { ImportRefused } from '#server/modules/catalog/import/refused.ts';
import { FileRefused } from '#server/sources/open-file.ts';
import { examples } from './examples.ts';
import { createProgress, renderReport } from './import-view.ts';
import { INTERRUPTED, onInterrupt } from './interrupt.ts';
import { pathArgument } from './path-argument.ts';
import { withCatalogue } from './settings.ts';

interface Options {
  readonly complete?: true;
  readonly verify?: true;
  readonly yes?: true;
}

const importDatasets = async (from: string | undefined, options: Options, command: Command): Promise<void> => {
  if (options.yes && !options.complete) command.error("option '--yes' is for --complete, which is not there");
  const stop = new AbortController();
  const forget = onInterrupt(() =>
    stop.abort(new ImportRefused('The import was interrupted; the catalogue is as it was.')),
  );
  const progress = createProgress(process.stderr);
  try {
    const report = await withCatalogue(({ config, db, logs }) =>
      createImport(db, logs({ module: 'catalog.import', category: 'other' })).run({
        from: from ?? config.imdbDatasetsUrl,
        complete: options.complete ?? false,
        verify: options.verify ?? false,
        yes: options.yes ?? false,
        onProgress: progress.tell,
        signal: stop.signal,
      }),
    );
    progress.end();
    process.stdout.write(renderReport(report));
  } catch (error) {
    progress.end();
    if (!(error instanceof ImportRefused || error instanceof FileRefused)) throw error;
    process.stderr.write(`${error.message}\n`);
    process.exitCode = stop.signal.aborted ? INTERRUPTED : 1;
  } finally {
    forget();
  }
};

const datasets = new Command('imdb-datasets')
  .description("import the files of IMDb's non-commercial datasets, .tsv or .tsv.gz, each of the seven optional")
  .argument(
    '[from]',
    'the folder, or the http(s) address, that has them; the setting IMDB_DATASETS_URL when left out',
    pathArgument,
  )
  .option('--complete', "the files are IMDb's whole set: delete titles that only IMDb gave and that are gone")
  .option('--yes', 'with --complete: delete also when that is more than a tenth of the catalogue')
  .option('--verify', 'compare every row even when the files are those of the last import')
  .addHelpText(
    'after',
    examples(
      'kinodex import imdb-datasets ./imdb',
      'kinodex import imdb-datasets https://datasets.imdbws.com',
      'kinodex import imdb-datasets ./imdb --complete',
    ),
  )
  .action(importDatasets);

export const importCommand = new Command('import')
  .description('bring data into the catalogue')
  .addCommand(datasets)
  .addHelpText('after', examples('kinodex import imdb-datasets ./imdb'));
