/** Records that a page of a list holds at most. */
export const MOST_REGS = 200;
/** No list is asked for a later page. */
const LAST_PAGE = 1_000_000;

/** The whole number that `value` writes in digits, when it lies within; what else an address or a storage holds is none. */
export const wholeOf = (value: unknown, least: number, most: number): number | undefined => {
  const text = typeof value === 'string' || typeof value === 'number' ? String(value).trim() : '';
  const number = /^\d+$/.test(text) ? Number(text) : Number.NaN;
  return number >= least && number <= most ? number : undefined;
};

/** The page that an address names. The first is not written, so it is undefined, as is what is no page. */
export const pageOf = (value: unknown): number | undefined => {
  const page = wholeOf(value, 2, Number.POSITIVE_INFINITY);
  return page && Math.min(page, LAST_PAGE);
};

/** How many pages `total` records make; never less than one. */
export const pageCount = (total: number, regs: number): number => Math.max(1, Math.ceil(total / Math.max(1, regs)));

/** The page of a list of `total` records that is shown where `page` is asked for: the last where there is none such. */
export const pageWithin = (page: number, total: number, regs: number): number => Math.min(page, pageCount(total, regs));

/** The records of a page, from 1. */
export const pageRows = <T>(rows: readonly T[], page: number, regs: number): readonly T[] =>
  rows.slice((page - 1) * regs, page * regs);
