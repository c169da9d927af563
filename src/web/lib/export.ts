import { csvRows } from './csv.ts';

/** A column of a file: its head, and what stands in it. */
export interface Field<T> {
  readonly head: string;
  readonly value: (row: T) => string | number | null;
}

export interface Page<T> {
  readonly rows: readonly T[];
  /** How many there are in all, at least. */
  readonly total: number;
}

/** Where the records of a file come from. */
export interface Exported<T> {
  readonly fields: readonly Field<T>[];
  /** A page of them, from 1; an empty one ends it. */
  readonly page: (page: number, signal: AbortSignal) => Promise<Page<T>>;
  /** A record that comes again, because others came before it meanwhile, is left out. */
  readonly key: (row: T) => string | number;
}

export type Format = 'csv' | 'json';

/** No file has more records. */
export const MOST_EXPORTED = 10_000;

export interface Written {
  /** The file, in parts. */
  readonly parts: readonly string[];
  readonly records: number;
  /** Records were left out at the end, since there are too many. */
  readonly isCut: boolean;
}

/** Makes a file page by page and says how far it is; a signal that is given up ends it with its reason. */
export const write = async <T>(
  { fields, page, key }: Exported<T>,
  format: Format,
  signal: AbortSignal,
  onProgress: (records: number, of: number) => void,
  most: number = MOST_EXPORTED,
): Promise<Written> => {
  const parts: string[] = format === 'csv' ? [csvRows([fields.map(({ head }) => head)])] : [];
  const seen = new Set<string | number>();
  let isCut = false;
  for (let at = 1; ; at++) {
    const { rows, total } = await page(at, signal);
    signal.throwIfAborted();
    const fresh = rows.filter((row) => !seen.has(key(row)));
    const kept = fresh.slice(0, most - seen.size);
    for (const row of kept) seen.add(key(row));
    const cells = kept.map((row) => fields.map(({ value }) => value(row)));
    if (format === 'csv') parts.push(csvRows(cells));
    else
      for (const one of cells)
        parts.push(JSON.stringify(Object.fromEntries(fields.map(({ head }, place) => [head, one[place] ?? null]))));
    onProgress(seen.size, Math.min(Math.max(total, seen.size), most));
    isCut = kept.length < fresh.length || (seen.size >= most && total > most);
    if (rows.length === 0 || seen.size >= Math.min(total, most)) break;
  }
  return { parts: format === 'csv' ? parts : [`[\n${parts.join(',\n')}\n]\n`], records: seen.size, isCut };
};
