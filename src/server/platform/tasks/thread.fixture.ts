import { setTimeout as pause } from 'node:timers/promises';
import { Problem } from '#server/kernel/problem.ts';
import { workOffRun } from './thread.ts';

/** Does in a thread what a test asks for. */
workOffRun<{ readonly what: 'count' | 'refuse' | 'fail' | 'wait' | 'exit' }>(async ({ what }, context) => {
  if (what === 'refuse') throw new Problem('No such folder.');
  if (what === 'fail') throw new TypeError('Nobody thought of it.');
  if (what === 'exit') process.exit(3);
  context.progress(1, 2);
  context.progress(2);
  context.log('counted');
  context.log('beware', 'WARN');
  if (what === 'wait') await pause(2 ** 30, undefined, { signal: context.signal });
});
