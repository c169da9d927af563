import { failure } from '#server/kernel/failure.ts';
import { workOffThread } from './thread.ts';

/** A thread of tests: does what it is told. */
workOffThread((word: string) => {
  if (word === 'refuse') throw failure('invalid_body', 'no', { details: [{ field: 'a', message: 'is wrong' }] });
  if (word === 'fail') throw new Error('oh');
  if (word === 'die') process.exit(1);
  if (word === 'hang') for (;;);
  return `${word}, done`;
});
