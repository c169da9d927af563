import type { ImdbFile } from '#server/sources/imdb-datasets/files.ts';
import type { LineProblem } from '#server/sources/imdb-datasets/lines.ts';

/** One line of the table at the end of an import. */
export interface FileReport {
  readonly name: ImdbFile;
  /** Lines without the header. */
  readonly read: number;
  /** Rows that are new, changed and unchanged; of title.crew the people that its lines name. */
  readonly added: number;
  readonly changed: number;
  readonly unchanged: number;
  /** Malformed lines, and lines whose key was there before. */
  readonly skipped: number;
  /** Rows that point to a title or person that is not in the catalogue, or that was merged into another. */
  readonly orphans: number;
  readonly seconds: number;
}

export interface ImportReport {
  readonly files: readonly FileReport[];
  /** The first malformed lines of each file. */
  readonly problems: readonly LineProblem[];
  /** The files are those of the last import and nothing has changed since, so no row was looked at. */
  readonly same: boolean;
  readonly titles: { readonly added: number; readonly changed: number; readonly deleted: number };
  readonly people: { readonly added: number; readonly changed: number };
  readonly seconds: number;
}

export type ImportProgress =
  | {
      readonly phase: 'read';
      readonly file: ImdbFile;
      /** Lines read of this file, and of all files so far. */
      readonly lines: number;
      readonly allLines: number;
      /** Packed bytes read of all files, and how many there are; null when the server does not say. */
      readonly bytes: number;
      readonly allBytes: number | null;
    }
  | { readonly phase: 'merge'; readonly step: string; readonly done: number; readonly steps: number };
