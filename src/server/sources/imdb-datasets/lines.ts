import { isUtf8 } from 'node:buffer';
import { FileRefused } from '../open-file.ts';
import { IMDB_FILES, type ImdbFile } from './files.ts';
import { mapperOf } from './map.ts';

export interface LineProblem {
  readonly file: ImdbFile;
  /** The header is line 1. */
  readonly line: number;
  readonly reason: string;
}

/** What has been read of a file so far. */
export interface LineCounts {
  /** Lines, without the header. */
  read: number;
  malformed: number;
  /** The first of the malformed lines. */
  readonly problems: LineProblem[];
  /** Whether the keys went up in the order of the numbers, or in that of their letters: then none is there twice. */
  byNumber: boolean;
  byLetter: boolean;
}

const KEPT_PROBLEMS = 100;
const NEWLINE = 10;

/** Where the needed columns stand; null when they are the first ones, in order. */
const columnsOf = (file: ImdbFile, header: readonly string[]): readonly number[] | null => {
  const places = IMDB_FILES[file].map((column) => header.indexOf(column));
  const missing = IMDB_FILES[file].filter((_, i) => places[i] === -1);
  if (missing.length > 0) throw new FileRefused(`${file}: the header has no ${missing.join(', ')}`);
  return places.every((place, i) => place === i) ? null : places;
};

const hasOrdering = (file: ImdbFile): boolean => file === 'title.akas' || file === 'title.principals';

/**
 * Turns the bytes of one file into COPY text of its staging table, all of its lines or those whose cells are wanted. The
 * header is checked first: columns go by name, further ones are ignored. A malformed line is counted, kept in mind and
 * left out.
 */
export const createLines = (file: ImdbFile, wants?: (cells: readonly string[]) => boolean) => {
  const map = mapperOf(file);
  const keyed = hasOrdering(file);
  const counts: LineCounts = { read: 0, malformed: 0, problems: [], byNumber: true, byLetter: true };
  let width = 0;
  let columns: readonly number[] | null = null;
  let rest: Buffer | null = null;
  let lastId = '';
  let lastOrdering = -1;

  const reject = (reason: string): string => {
    counts.malformed += 1;
    if (counts.problems.length < KEPT_PROBLEMS) counts.problems.push({ file, line: counts.read + 1, reason });
    return '';
  };

  const watchOrder = (cells: readonly string[]): void => {
    const id = cells[0] ?? '';
    const ordering = keyed ? Number(cells[1]) : 0;
    if (id === lastId) {
      if (ordering <= lastOrdering) {
        counts.byNumber = false;
        counts.byLetter = false;
      }
    } else {
      if (id < lastId) counts.byLetter = false;
      if (id.length === lastId.length ? id < lastId : id.length < lastId.length) counts.byNumber = false;
    }
    lastId = id;
    lastOrdering = ordering;
  };

  const readHeader = (line: string): void => {
    const header = Buffer.from(line, 'latin1')
      .toString()
      .replace(/^\uFEFF/, '')
      .split('\t');
    columns = columnsOf(file, header);
    width = header.length;
  };

  const readLine = (written: string, clean: boolean): string => {
    const line = written.charCodeAt(written.length - 1) === 13 ? written.slice(0, -1) : written;
    if (width === 0) {
      readHeader(line);
      return '';
    }
    counts.read += 1;
    const split = line.split('\t');
    if (split.length !== width) return reject(`${split.length} columns instead of ${width}`);
    if (!clean && (line.includes('\0') || !isUtf8(Buffer.from(line, 'latin1')))) return reject('is not UTF-8 text');
    const cells = columns === null ? split : columns.map((place) => split[place] ?? '');
    const rows = wants === undefined || wants(cells) ? map(cells) : '';
    if (typeof rows !== 'string') return reject(rows.problem);
    if (counts.byNumber || counts.byLetter) watchOrder(cells);
    return rows;
  };

  const readWhole = (bytes: Buffer): Buffer => {
    const clean = isUtf8(bytes) && !bytes.includes(0);
    const text = bytes.toString('latin1');
    let rows = '';
    let start = 0;
    while (start < text.length) {
      const found = text.indexOf('\n', start);
      const end = found === -1 ? text.length : found;
      if (end > start) rows += readLine(text.slice(start, end), clean);
      else if (width > 0) {
        counts.read += 1;
        reject('is empty');
      }
      start = end + 1;
    }
    return Buffer.from(rows, 'latin1');
  };

  return {
    counts,
    /** The id of the last line, while the lines have any order. */
    lastId: (): string => lastId,
    /** COPY text of the lines that these bytes complete. @throws FileRefused when the header does not fit. */
    push: (chunk: Buffer): Buffer => {
      const last = chunk.lastIndexOf(NEWLINE);
      if (last === -1) {
        rest = rest === null ? chunk : Buffer.concat([rest, chunk]);
        return Buffer.alloc(0);
      }
      const head = chunk.subarray(0, last + 1);
      const whole = rest === null ? head : Buffer.concat([rest, head]);
      rest = last + 1 < chunk.length ? chunk.subarray(last + 1) : null;
      return readWhole(whole);
    },
    /** COPY text of a last line that has no end. @throws FileRefused when there was no header at all. */
    end: (): Buffer => {
      const rows = rest === null ? Buffer.alloc(0) : readWhole(rest);
      if (width === 0) throw new FileRefused(`${file}: the file is empty`);
      return rows;
    },
  };
};
