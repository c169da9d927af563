const SECOND = 1_000;
const MINUTE = 60 * SECOND;

/** Ms until the next try of a mail that the server did not take, by how often it was tried. */
const PAUSES = [30 * SECOND, 2 * MINUTE, 5 * MINUTE, 10 * MINUTE, 20 * MINUTE, 30 * MINUTE];
const LONGEST_PAUSE = 60 * MINUTE;

export const pauseAfter = (tries: number): number => PAUSES[tries - 1] ?? LONGEST_PAUSE;

/** Ms until a server that took nothing is tried again, by how often in a row it took nothing: a minute at most. */
export const restAfter = (failures: number): number => Math.min(MINUTE, 2 ** Math.min(failures, 6) * SECOND);
