// Apart from the reasons of failures, which pages need not load.

/** The most items a page can be asked to hold. */
export const MAX_REGS = 200;
/** Totals are exact up to here; beyond it they say this number and `X-Total-Relation: gte`. */
export const TOTAL_CAP = 10_000;
