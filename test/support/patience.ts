/** How long a test waits for one thing, in ms: only what never happens takes so long, also on a machine with much to do. */
export const PATIENCE = 120_000;
