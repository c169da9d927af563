/** Page numbers before and after the current one that get a link. */
const WINDOW = 3;
const LINKS = 2 * WINDOW + 1;

/**
 * The page numbers to link: up to 7, three on either side where there are as many. 13 pages at 7: 4 … 10. With an open end
 * a page beyond the last known one is the last of them.
 */
export const pageLinks = (page: number, pages: number, openEnd = false): readonly number[] => {
  const last = openEnd ? Math.max(pages, page) : pages;
  const length = Math.min(LINKS, Math.max(0, last));
  const first = Math.max(1, Math.min(page - WINDOW, last - LINKS + 1));
  return Array.from({ length }, (_, at) => first + at);
};

/** Whether there is such a page (below 1 and above the last are ignored). With an open end there may always be more. */
export const isPage = (page: number, pages: number, openEnd = false): boolean =>
  Number.isInteger(page) && page >= 1 && (page <= pages || openEnd);
