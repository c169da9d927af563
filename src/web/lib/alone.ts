/**
 * Work that gives the session another token, in one tab at a time: who waits here finds it stored. Where the browser has
 * no locks, or no secure connection to have them on, nobody waits.
 */
export const alone = <T>(work: () => Promise<T>): Promise<T> =>
  'locks' in navigator ? navigator.locks.request('kinodex-session', work) : work();
