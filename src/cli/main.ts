import { Failure } from '#server/kernel/failure.ts';
import { Problem } from '#server/kernel/problem.ts';
import { createProgram } from './program.ts';

/** Milliseconds in which what a failed command has opened must be gone. */
const PATIENCE = 3_000;

/** What the operator can mend says all in its text; anything else is a mistake of ours, and its stack helps to find it. */
const isOperators = (error: unknown): error is Error => error instanceof Problem || error instanceof Failure;

const args = process.argv.slice(2);
try {
  await createProgram().parseAsync(args.length === 0 ? ['serve'] : args, { from: 'user' });
} catch (error) {
  console.error(isOperators(error) ? error.message : error);
  process.exitCode = 1;
  // Whatever was left open holds the process no longer.
  setTimeout(() => process.exit(), PATIENCE).unref();
}
