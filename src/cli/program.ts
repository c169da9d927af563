import { Command } from 'commander';
import { VERSION } from '#server/app/version.ts';
import { examples } from './examples.ts';

/** In one line, without commander's own prefix: `unknown command 'sevre' (did you mean serve?)`. */
const complaint = (text: string): string =>
  text
    .replace(/^error: /, '')
    .replace(/\n\(Did you mean (.*)\?\)/, ' (did you mean $1?)')
    .replace(/\.?\s*$/, '\n');

const withParents = (command: Command): string =>
  command.parent ? `${withParents(command.parent)} ${command.name()}` : command.name();

/** Commands that were made on their own inherit nothing. */
const configure = (command: Command): Command => {
  // Told by what parsing throws, so that nothing ends the process in the midst.
  command.exitOverride().configureOutput({
    outputError: (text, write) => {
      write(complaint(text));
      write(`${withParents(command)} --help tells how it is used\n`);
    },
  });
  for (const one of command.commands) configure(one);
  return command;
};

/** The command line of the product with these commands. */
export const createProgram = (commands: readonly Command[]): Command => {
  const program = new Command('kinodex')
    .description('A self-hosted movie, series and person metadata service.')
    .usage('[command]   without a command it serves')
    .version(VERSION);
  for (const command of commands) program.addCommand(command);
  return configure(
    program.addHelpText('after', examples('kinodex', 'kinodex import imdb-datasets ./imdb', 'kinodex help user')),
  );
};
