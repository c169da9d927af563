import type { Command } from 'commander';
import { afterAll, describe, expect, it } from 'vitest';
import { COMMANDS } from './commands.ts';
import { createProgram } from './program.ts';

const everyCommand = (command: Command, names: readonly string[] = []): (readonly [string, Command])[] => [
  [['kinodex', ...names].join(' '), command],
  ...command.commands.flatMap((one) => everyCommand(one, [...names, one.name()])),
];

const helpOf = (command: Command): string => {
  let text = '';
  command.configureOutput({
    writeOut: (part) => {
      text += part;
    },
  });
  command.outputHelp();
  return text;
};
const examplesIn = (help: string): readonly string[] =>
  help
    .slice(help.indexOf('\nExamples:\n') + 11)
    .trim()
    .split('\n')
    .map((line) => line.trim());

/** The words of an example, without settings before it and what the shell takes. */
const wordsOf = (example: string): readonly string[] =>
  example
    .replace(/ < \S+$/, '')
    .split(' ')
    .filter((word) => !/^[A-Z_]+=/.test(word))
    .map((word) => word.replaceAll("'", ''));

/** What this file changes of the commands, which other files of the worker run. */
const CHANGED = ['_actionHandler', '_outputConfiguration'] as const;
const before = everyCommand(createProgram(COMMANDS)).map(
  ([, one]) => [one, Object.fromEntries(CHANGED.map((key) => [key, Reflect.get(one, key)]))] as const,
);
afterAll(() => {
  for (const [one, parts] of before) Object.assign(one, parts);
});

describe('the command line', () => {
  it.each(everyCommand(createProgram(COMMANDS)))(
    '%s tells how it is used, with examples that it understands',
    async (name, command) => {
      const help = helpOf(command);
      expect(help).toContain(`Usage: ${name}`);
      const examples = examplesIn(help);
      expect(examples.length).toBeGreaterThan(0);
      for (const example of examples) {
        const [first, ...words] = wordsOf(example);
        expect(first).toBe('kinodex');
        const ran: string[] = [];
        const program = createProgram(COMMANDS);
        for (const [path, one] of everyCommand(program)) {
          one.exitOverride().configureOutput({ writeOut: () => {}, outputError: (text) => void ran.push(text) });
          if (one.commands.length === 0) one.action(() => void ran.push(path));
        }
        const asked = await program.parseAsync(words.length === 0 ? ['serve'] : words, { from: 'user' }).then(
          () => null,
          (error: { exitCode: number }) => error.exitCode,
        );
        // An example may be one of help; then nothing has run and nothing was wrong.
        expect([example, asked ?? 0, ran.length]).toEqual([example, 0, asked === null ? 1 : 0]);
        if (ran[0]) expect(words.length === 0 ? 'kinodex serve' : `kinodex ${words.join(' ')}`).toContain(ran[0]);
      }
    },
  );
});
