import { outliveReaders } from './output.ts';
import { runCommand } from './run.ts';

/** Milliseconds in which what a failed command has opened must be gone. */
const PATIENCE = 3_000;

outliveReaders(process);
const args = process.argv.slice(2);
if ((await runCommand(args.length === 0 ? ['serve'] : args)) !== 0) {
  process.exitCode = 1;
  // Whatever was left open holds the process no longer.
  setTimeout(() => process.exit(), PATIENCE).unref();
}
