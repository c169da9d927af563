import { CommanderError } from 'commander';
import { Failure } from '#server/kernel/failure.ts';
import { Problem } from '#server/kernel/problem.ts';
import { createProgram } from './program.ts';
import { serveCommand } from './serve.ts';

/** What the operator can mend says all in its text; anything else is a mistake of ours, and its stack helps to find it. */
const isOperators = (error: unknown): error is Error => error instanceof Problem || error instanceof Failure;

/** A server starts without what the other commands need. */
const createProgramFor = async ([command]: readonly string[]) =>
  createProgram(command === 'serve' ? [serveCommand] : (await import('./commands.ts')).COMMANDS);

/** Runs a command line to its end: the code of its process. */
export const runCommand = async (args: readonly string[]): Promise<0 | 1> => {
  try {
    const program = await createProgramFor(args);
    await program.parseAsync(args, { from: 'user' });
    return 0;
  } catch (error) {
    // It has said what was wrong, or what it was asked for.
    if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 1;
    console.error(isOperators(error) ? error.message : error);
    return 1;
  }
};
