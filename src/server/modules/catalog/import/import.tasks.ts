import { Type } from 'typebox';
import { Problem } from '#server/kernel/problem.ts';
import { type RunContext, type TaskType, taskType } from '#server/platform/tasks/type.ts';
import type { ImportAsk } from './import.service.ts';

export interface ImportTasks {
  /** Imports in a place of its own, as `importForRun` does. */
  readonly importSet: (ask: Omit<ImportAsk, 'signal' | 'onProgress'>, context: RunContext) => Promise<void>;
  /** Where the files are when the arguments do not say. */
  readonly imdbDatasetsUrl: string;
}

const from = Type.Optional(
  Type.String({
    minLength: 1,
    maxLength: 500,
    pattern: '^(https?://|(?![A-Za-z][A-Za-z0-9+.-]*:))',
    'x-form': 'must be a folder of the server, or an http(s) address',
    description: 'A folder of the server, or an http(s) address, that has the files; IMDB_DATASETS_URL when left out.',
  }),
);
const verify = Type.Optional(
  Type.Boolean({ description: 'Compares every row even when the files are those of the last import.' }),
);

export const imdbDatasetsTask = ({ importSet, imdbDatasetsUrl }: ImportTasks): TaskType =>
  taskType({
    name: 'IMDB_DATASETS',
    summary: "Imports the files of IMDb's non-commercial datasets, each of the seven optional.",
    category: 'other',
    arguments: Type.Object({
      from,
      complete: Type.Optional(
        Type.Boolean({
          description: "The files are IMDb's whole set: titles that only IMDb gave and that are gone are deleted.",
        }),
      ),
      yes: Type.Optional(
        Type.Boolean({ description: 'With complete: deletes also when that is more than a tenth of the catalogue.' }),
      ),
      verify,
    }),
    run: async ({ from = imdbDatasetsUrl, complete = false, yes = false, verify = false }, context) => {
      if (yes && !complete) throw new Problem('yes is for complete, which is not there.');
      await importSet({ from, complete, yes, verify }, context);
    },
  });

export const ratingsTask = ({ importSet, imdbDatasetsUrl }: ImportTasks): TaskType =>
  taskType({
    name: 'RATINGS',
    summary: "Brings ratings and votes up to date from IMDb's file title.ratings.",
    category: 'other',
    arguments: Type.Object({ from, verify }),
    run: ({ from = imdbDatasetsUrl, verify = false }, context) =>
      importSet({ from, verify, only: ['title.ratings'] }, context),
  });
