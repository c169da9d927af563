import { Type } from 'typebox';
import { type RunContext, type TaskType, taskType } from '#server/platform/tasks/type.ts';
import { passedOn } from '#server/sources/licences.ts';
import type { SourceName } from '#server/sources/source.ts';
import { DUMP_FORMATS, type DumpFormat } from './dump.service.ts';
import { exportRoot } from './export.service.ts';

/** What is asked of whoever writes the export. */
export interface ExportAsk {
  readonly root: string;
  readonly format: DumpFormat;
  readonly gzip: boolean;
  readonly keep: number | undefined;
  /** The sources whose data is written; null: all of them. */
  readonly sources: readonly SourceName[] | null;
}

export interface ExportTask {
  readonly dataFolder: string;
  /** The sources whose data is published; null for all of them. */
  readonly published: () => readonly string[] | null;
  /** Writes it in a place of its own, as `exportCatalogue` does. */
  readonly exportAll: (ask: ExportAsk, context: RunContext) => Promise<void>;
}

export const exportTask = ({ dataFolder, published, exportAll }: ExportTask): TaskType =>
  taskType({
    name: 'EXPORT_CATALOGUE',
    summary: 'Writes the catalogue into files, one a part, with a manifest.',
    category: 'other',
    arguments: Type.Object({
      to: Type.Optional(
        Type.String({
          minLength: 1,
          maxLength: 200,
          pattern: '^(?![/\\\\])(?!(.*[/\\\\])?\\.\\.?([/\\\\]|$))',
          'x-form': 'must be a folder of its own in the data folder, such as exports/weekly',
          description: 'The folder that holds the exports, in the data folder; exports when left out.',
        }),
      ),
      format: Type.Optional(
        Type.Enum([...DUMP_FORMATS], { description: 'jsonl, when left out: JSON lines; parquet: Parquet.' }),
      ),
      gzip: Type.Optional(Type.Boolean({ description: 'Packs JSON lines; true when left out.' })),
      keep: Type.Optional(
        Type.Integer({ minimum: 1, maximum: 1_000, description: 'So many of the newest are kept; all when left out.' }),
      ),
      sources: Type.Optional(
        Type.Enum(['public', 'all'], {
          description:
            'public, when left out: only data of sources in SOURCES_PUBLIC whose terms let it be passed on; all: everything.',
        }),
      ),
    }),
    run: ({ to, format = 'jsonl', gzip = true, keep, sources = 'public' }, context) =>
      exportAll(
        {
          root: exportRoot(dataFolder, to),
          format,
          gzip,
          keep,
          sources: sources === 'all' ? null : passedOn(published()),
        },
        context,
      ),
  });
