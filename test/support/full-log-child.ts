import { write } from 'node:fs';
import { setImmediate } from 'node:timers/promises';
import { promisify } from 'node:util';
import { createLogs } from '#server/platform/log.ts';

/** Says much on a standard error that takes nothing, and ends. */
const ERRORS = 2;
const log = createLogs({ level: 'info', isOutage: () => false })({ module: 'app', category: 'other' });
log.info('first');
// What was said before has failed once this has.
await promisify(write)(ERRORS, 'not taken').catch(() => setImmediate());
log.info('second');
log.info('third');
process.exit(7);
