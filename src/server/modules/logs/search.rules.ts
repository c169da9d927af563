/** What lines are looked for by; all of them when nothing is said. */
export interface LogSearch {
  /** Part of a line; a to z in any case. */
  readonly text?: string;
  /** Moments, both within. */
  readonly from?: Date;
  readonly to?: Date;
  readonly level?: number;
  readonly category?: number;
  readonly requestId?: string;
  readonly run?: number;
  /** Only lines with a higher number. */
  readonly after?: number;
}

export const isFiltered = (search: LogSearch): boolean => Object.values(search).some((value) => value !== undefined);
