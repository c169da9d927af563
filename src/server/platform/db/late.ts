/** Whether a search has taken so long that it ends with what it has. */
export type IsLate = () => boolean;

/** Ms after which a search ends, between two statements, each of which takes some tens: docs/decisions/0076, 0078. */
export const SEARCH_PATIENCE = 180;

/** Late once so many ms have gone by from now on. */
export const lateIn = (patience: number): IsLate => {
  const late = performance.now() + patience;
  return () => performance.now() >= late;
};

/** For what has to come to its end. */
export const neverLate: IsLate = () => false;
