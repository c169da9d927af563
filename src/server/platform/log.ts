import { pino } from 'pino';

export type Log = ReturnType<typeof createLog>;

/** JSON lines on standard error, so that what a command prints on standard output stays clean. */
export const createLog = ({ level = 'info' }: { level?: string } = {}) =>
  pino({ level, base: null, timestamp: pino.stdTimeFunctions.isoTime }, pino.destination({ dest: 2, sync: false }));
