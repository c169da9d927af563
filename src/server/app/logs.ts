import { isDatabaseOutage } from '#server/platform/db/away.ts';
import { createLogs, type Logs } from '#server/platform/log.ts';

/** The logs of a process, of lines from a level on. */
export const logsFrom = (level: string): Logs => createLogs({ level, isOutage: isDatabaseOutage });
