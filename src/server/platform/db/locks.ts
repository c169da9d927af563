/** The keys of all advisory locks, in one place so that no two are the same. */
export const LOCKS = {
  /** Held by the product that runs the embedded server. */
  product: 1,
  migrations: 2,
  /** Of everyone who writes to the feed: held until the commit, so that ids follow the commits' order. */
  changeFeed: 7010,
  /** The session lock of the one import that may run. */
  imports: 7020,
  /** Shared by those who write records, and held alone by an import that is being merged; each until its commit. */
  records: 7021,
  /** Shared by backups while they read, and held alone by who puts tables in the place of others; until the commit. */
  swaps: 7022,
  /** Held alone by a node that serves alone, shared by nodes that count together. */
  place: 7030,
  administrators: 7040,
  /** Of everyone who writes tasks and runs: held until the commit. */
  tasks: 7050,
  /** With the key of a node: held by that node for as long as it executes tasks. */
  taskNodes: 7051,
  auditPartitions: 7_214_001,
  auditSweep: 7_214_002,
} as const;
