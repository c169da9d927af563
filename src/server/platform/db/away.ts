/** The pool had no connection to give in time. Its message says who asked and how many others were waiting. */
export class PoolTimeout extends Error {
  override readonly name = 'PoolTimeout';
}

/** The database takes questions and does not answer them. */
export class DatabaseSilent extends Error {
  override readonly name = 'DatabaseSilent';
  constructor() {
    super('the database does not answer');
  }
}

const awayCodes = new Set([
  'EAGAIN', // a socket whose server takes no connections
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ENOENT',
  'ENOTFOUND',
  'EAI_AGAIN',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
  '57P01', // terminated by an administrator, also said at shutdown
  '57P02', // crash of another server process
  '57P03', // starting up or shutting down
  '57P05', // idle session ended
  '25P03', // a transaction ended in which nothing was asked for long, as where this process was held up
  '53300', // too many connections
]);

const awayTexts = [
  'Connection terminated',
  'timeout exceeded when trying to connect',
  'timeout expired',
  'Query read timeout',
  'is not queryable',
  'Cannot use a pool after calling end on the pool',
];

/** The code of an error: SQLSTATE where the database has refused something. */
export const codeOf = (error: unknown): string | undefined =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined;

/** Whether a failure means that the database cannot be reached now, so that the same request may succeed later (503). */
export const isDatabaseAway = (error: unknown): boolean => {
  if (!(error instanceof Error)) return false;
  if (error instanceof PoolTimeout || error instanceof DatabaseSilent) return true;
  if (error instanceof AggregateError) return error.errors.length > 0 && error.errors.every(isDatabaseAway);
  const code = codeOf(error);
  if (code !== undefined) {
    // The database takes no connections, as while it is being moved. The code has many other meanings.
    if (code === '55000') return 'routine' in error && error.routine === 'CheckMyDatabase';
    if (code === 'ENOENT') return 'syscall' in error && error.syscall === 'connect';
    return awayCodes.has(code) || code.startsWith('08');
  }
  return awayTexts.some((text) => error.message.includes(text));
};

/** The disk is so full that the database had better not write at all. */
export class DiskFull extends Error {
  override readonly name = 'DiskFull';
  readonly code = '53100';
}

/** Whether a write was refused because the disk is full (53100) or nearly so, when the server takes reads only (25006). */
export const isDiskFull = (error: unknown): boolean => {
  const code = codeOf(error);
  return code === '53100' || code === '25006';
};

/** Whether the database is away or takes no changes, whoever asks for them. */
export const isDatabaseOutage = (error: unknown): boolean => isDatabaseAway(error) || isDiskFull(error);

/** Whether the database, as it is now, cannot do what a request needs (503); a statement that took too long is 57014. */
export const cannotServe = (error: unknown): boolean => isDatabaseOutage(error) || codeOf(error) === '57014';

/**
 * Whether what was to be written is at fault, so that trying again is no use: the database has refused the data as such (22:
 * data, 23: integrity, 54: size), or it cannot even be put into words.
 */
export const isRefusal = (error: unknown): boolean =>
  error instanceof RangeError || error instanceof TypeError || /^(22|23|54)[0-9A-Z]{3}$/.test(codeOf(error) ?? '');
