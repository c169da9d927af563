import { type MANUAL_STATES, type ManualUpdateData, PROCESSED } from '#contracts/manual.api.ts';
import type { StatusMap } from '#web/lib/status.ts';

export type RowState = (typeof MANUAL_STATES)[number];

/** What has become of a row so far. */
export const stateOf = ({ waiting, result }: Pick<ManualUpdateData, 'waiting' | 'result'>): RowState => {
  if (waiting) return 'WAITING';
  if (result === null) return 'NEW';
  return result === PROCESSED ? 'OK' : 'FAILED';
};

/** What is processed is not chosen again. */
export const mayChoose = ({ result }: Pick<ManualUpdateData, 'result'>): boolean => result !== PROCESSED;

export const ROW_STATES: StatusMap = { NEW: 'neutral', WAITING: 'primary', OK: 'success', FAILED: 'danger' };
