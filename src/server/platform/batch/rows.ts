/** What tells one kind of row from another, where they wait. */
export interface RowKind<Row> {
  /** What its files are named by. */
  readonly name: string;
  /** Its rows in lines of the log: 'an audited request', 'audited requests'. */
  readonly one: string;
  readonly many: string;
  /** A row as it waits in a file: what JSON can keep. */
  readonly encode: (row: Row) => object;
  /** A row from a file, which an earlier version may have written; null for what is none. */
  readonly decode: (value: unknown) => Row | null;
}

/** Rows that are written all or nothing. Never empty. */
export type Group<Row> = readonly Row[];

/** A batch that waits or is being written, and what of it is not written yet. */
export interface Batch<Row> {
  /** Its place among all others. */
  readonly number: number;
  /** In order; several where the batch was parted, since a row of it was refused. */
  groups: readonly Group<Row>[];
  /** Whether an attempt may have written the first group though nobody has heard of it. */
  doubtful: boolean;
}
