/** Kinds of work that tasks do. */
export const TASK_TYPES = [
  'CAROUSEL',
  'CHECK_CATALOGUE',
  'CLEAN_AUDIT',
  'CLEAN_LOGS',
  'CLEAN_NOTIFICATIONS',
  'DELETE_ACCOUNTS',
  'EXPIRE_PAYMENTS',
  'EXPORT_CATALOGUE',
  'IMAGES',
  'IMDB_DATASETS',
  'KEYS_ENDING',
  'MANUAL_UPDATE',
  'PUBLIC_IP',
  'RATINGS',
  'REINDEX',
  'SERIES_UPDATE',
  'WIKIDATA_IDS',
] as const;
export type TaskTypeName = (typeof TASK_TYPES)[number];

/**
 * READY: it is to begin as soon as a node is free. EXECUTING → FINISHED or ERROR. WAITING: its turn came while its parent, or
 * another run of its type, was still going. CANCELLING: it was told to end → CANCELLED.
 */
export const TASK_STATUSES = ['FINISHED', 'CANCELLED', 'WAITING', 'CANCELLING', 'ERROR', 'EXECUTING', 'READY'] as const;
export type TaskStatus = (typeof TASK_STATUSES)[number];

/** What a client may set while no run of the task is queued or going: to clear a state. */
export const CLEARED_STATUSES = ['FINISHED', 'CANCELLED', 'ERROR'] as const;
