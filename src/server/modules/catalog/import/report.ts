import type { ImdbFile } from '#server/sources/imdb-datasets/files.ts';

/** A line of a file that was left out, or a key that stands there more than once; the latter has no line. */
export interface ImportProblem {
  readonly file: ImdbFile;
  /** The header is line 1. */
  readonly line: number | null;
  readonly reason: string;
}

export const placeOf = ({ file, line }: ImportProblem): string => (line === null ? file : `${file}, line ${line}`);

/** One line of the table at the end of an import. */
export interface FileReport {
  readonly name: ImdbFile;
  /** Lines without the header. */
  readonly read: number;
  /**
   * Rows that are new, changed and unchanged; with the skipped ones and the orphans they add up to `read`. A row of
   * title.crew names several people: there they count people, without those whom title.principals names as well.
   */
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
  /** The first malformed lines and the first repeated keys of each file. */
  readonly problems: readonly ImportProblem[];
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
  | {
      readonly phase: 'merge';
      readonly step: string;
      /** About how much of the time of the merge lies behind, 0 to 1. */
      readonly merged: number;
    };
