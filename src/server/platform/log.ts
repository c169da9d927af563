import { pino } from 'pino';
import { LOG_CATEGORIES, type LogCategory } from '#contracts/logs.ts';
import { bounded, escaped, readable } from './log.rules.ts';
import { createLevels, type Levels, packageOf } from './log-levels.ts';

/** Writes a line: fields and a text, or a text alone. An error is the field `err`. */
export interface Say {
  (fields: object, text: string): void;
  (text: string): void;
}

export interface Log {
  readonly trace: Say;
  readonly debug: Say;
  readonly info: Say;
  readonly warn: Say;
  readonly error: Say;
}

/** Whose lines they are, and what they are about. A part of a module stands after a point: `catalog.import`. */
export interface Origin {
  readonly module: string;
  readonly category: LogCategory;
  /** Its lines go to standard error only: whoever keeps lines cannot be asked to keep those about that. */
  readonly apart?: true;
}

/** The log of a module. There is none without, so that every line says where it comes from. */
export type Logs = (origin: Origin) => Log;

export interface LogOptions {
  /** From which on lines are written where nothing else is set. */
  readonly level: string;
  readonly levels?: Levels;
  /** Whether the words of an error are enough, since the place in our code explains nothing. */
  readonly isOutage: (error: Error) => boolean;
  /** Whether people read along; else lines are JSON. */
  readonly forPeople?: boolean;
  /** Takes every line as well, as JSON, but for those of origins that stand apart. */
  readonly onLine?: (line: string) => void;
  /** For tests: takes the lines. */
  readonly write?: (line: string) => void;
}

/** Lines on standard error, so that what a command prints on standard output stays clean. */
export const createLogs = (options: LogOptions): Logs => {
  const { level, levels = createLevels(level), isOutage, forPeople = process.stderr.isTTY, onLine, write } = options;
  const form = forPeople ? readable : escaped;
  const out = write ?? toStandardError();
  const errorOf = (error: Error): object =>
    isOutage(error)
      ? { type: error.name, message: error.message || (error as NodeJS.ErrnoException).code }
      : pino.stdSerializers.err(error);
  const rootTo = (take: (line: string) => void) =>
    pino(
      { level: 'info', base: null, timestamp: pino.stdTimeFunctions.isoTime, serializers: { err: errorOf } },
      { write: (line: string) => take(bounded(line)) },
    );
  const apart = rootTo((line) => out(form(line)));
  const root = onLine
    ? rootTo((line) => {
        out(form(line));
        onLine(line);
      })
    : apart;
  const known = new Map<string, pino.Logger>();
  return ({ module, category, apart: isApart = false }) => {
    const key = `${module} ${category} ${isApart}`;
    const kept = known.get(key);
    if (kept) return kept;
    const log = (isApart ? apart : root).child({ module, category: LOG_CATEGORIES[category] });
    known.set(key, log);
    levels.follow(packageOf(module), log);
    return log;
  };
};

/** Bytes that wait for standard error; what comes beyond that is not written there. */
const UNWRITTEN = 8_000_000;

const toStandardError = (): ((line: string) => void) => {
  const destination = pino.destination({ dest: 2, sync: false, maxLength: UNWRITTEN });
  // Its disk is full, or its reader has gone: that ends nothing. What it takes later is written then.
  let isTaken = true;
  destination.on('error', () => {
    isTaken = false;
  });
  destination.on('write', () => {
    isTaken = true;
  });
  // At the end of the process this would try for ever what is not taken.
  const flush = destination.flushSync.bind(destination);
  destination.flushSync = () => {
    if (isTaken) flush();
  };
  return (line) => void destination.write(line);
};
