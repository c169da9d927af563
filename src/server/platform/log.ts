import { pino } from 'pino';
import { isDatabaseOutage } from './db/away.ts';
import { escaped, readable } from './log.rules.ts';

export type Log = ReturnType<typeof createLog>;

/** A database that is away or takes no changes is not looked for in our code: its words are enough. */
const errorOf = (error: Error): object =>
  isDatabaseOutage(error)
    ? { type: error.name, message: error.message || (error as NodeJS.ErrnoException).code }
    : pino.stdSerializers.err(error);

export interface LogOptions {
  readonly level?: string;
  /** Whether people read along; else lines are JSON. */
  readonly forPeople?: boolean;
  /** For tests: takes the lines. */
  readonly write?: (line: string) => void;
}

/** Lines on standard error, so that what a command prints on standard output stays clean. */
export const createLog = ({ level = 'info', forPeople = process.stderr.isTTY, write }: LogOptions = {}) => {
  const form = forPeople ? readable : escaped;
  const out = write ?? toStandardError();
  return pino(
    { level, base: null, timestamp: pino.stdTimeFunctions.isoTime, serializers: { err: errorOf } },
    { write: (line: string) => out(form(line)) },
  );
};

const toStandardError = (): ((line: string) => void) => {
  const destination = pino.destination({ dest: 2, sync: false });
  return (line) => void destination.write(line);
};
