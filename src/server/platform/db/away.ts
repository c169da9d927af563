/** The pool had no connection to give in time. Its message says who asked and how many others were waiting. */
export class PoolTimeout extends Error {
  override readonly name = 'PoolTimeout';
}

const awayCodes = new Set([
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

const codeOf = (error: unknown): string | undefined =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined;

/** Whether a failure means that the database cannot be reached now, so that the same request may succeed later (503). */
export const isDatabaseAway = (error: unknown): boolean => {
  if (!(error instanceof Error)) return false;
  if (error instanceof PoolTimeout) return true;
  if (error instanceof AggregateError) return error.errors.length > 0 && error.errors.every(isDatabaseAway);
  const code = codeOf(error);
  if (code !== undefined) {
    if (code === 'ENOENT') return 'syscall' in error && error.syscall === 'connect';
    return awayCodes.has(code) || code.startsWith('08');
  }
  return awayTexts.some((text) => error.message.includes(text));
};

/** Whether a write was refused because the disk is full (53100) or nearly so, when the server takes reads only (25006). */
export const isDiskFull = (error: unknown): boolean => {
  const code = codeOf(error);
  return code === '53100' || code === '25006';
};
