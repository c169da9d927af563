import { pino } from 'pino';
import { LOG_CATEGORIES, type LogCategory } from '#contracts/logs.ts';
import { escaped, readable } from './log.rules.ts';

/** Writes a line: fields and a text, or a text alone. An error is the field `err`. */
export interface Say {
  (fields: object, text: string): void;
  (text: string): void;
}

export interface Log {
  readonly debug: Say;
  readonly info: Say;
  readonly warn: Say;
  readonly error: Say;
}

/** Whose lines they are, and what they are about. A part of a module stands after a point: `catalog.import`. */
export interface Origin {
  readonly module: string;
  readonly category: LogCategory;
}

/** The log of a module. There is none without, so that every line says where it comes from. */
export type Logs = (origin: Origin) => Log;

export interface LogOptions {
  readonly level: string;
  /** Whether the words of an error are enough, since the place in our code explains nothing. */
  readonly isOutage: (error: Error) => boolean;
  /** Whether people read along; else lines are JSON. */
  readonly forPeople?: boolean;
  /** For tests: takes the lines. */
  readonly write?: (line: string) => void;
}

/** Lines on standard error, so that what a command prints on standard output stays clean. */
export const createLogs = ({ level, isOutage, forPeople = process.stderr.isTTY, write }: LogOptions): Logs => {
  const form = forPeople ? readable : escaped;
  const out = write ?? toStandardError();
  const errorOf = (error: Error): object =>
    isOutage(error)
      ? { type: error.name, message: error.message || (error as NodeJS.ErrnoException).code }
      : pino.stdSerializers.err(error);
  const root = pino(
    { level, base: null, timestamp: pino.stdTimeFunctions.isoTime, serializers: { err: errorOf } },
    { write: (line: string) => out(form(line)) },
  );
  return ({ module, category }) => root.child({ module, category: LOG_CATEGORIES[category] });
};

const toStandardError = (): ((line: string) => void) => {
  const destination = pino.destination({ dest: 2, sync: false });
  return (line) => void destination.write(line);
};
