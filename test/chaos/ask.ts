import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { Argument, Command, InvalidArgumentError, Option } from 'commander';
import { lacking, missing } from './needs.ts';
import type { Scenario } from './scenario.ts';
import { SCENARIOS } from './scenarios.ts';

interface Values {
  readonly short: boolean;
  readonly keep: boolean;
  readonly titles: number;
  readonly rate: number;
  readonly from?: string;
}

export interface Ask {
  readonly values: Values;
  readonly chosen: readonly Scenario[];
}

const wholeNumber = (text: string): number => {
  if (!/^[1-9]\d{0,7}$/.test(text)) throw new InvalidArgumentError('It is a whole number from 1 on.');
  return Number(text);
};

const clone = (text: string): string => {
  if (!existsSync(join(text, 'kinodex.mjs'))) throw new InvalidArgumentError('There is no kinodex.mjs in this folder.');
  return text;
};

/** What a command line asks for. Ends the process with 2 where it cannot be done, before anything is started. */
export const readAsk = (given: readonly string[]): Ask => {
  const program = new Command('npm run chaos --')
    .description('let parts of a whole installation fail under load, and read the books afterwards')
    .addArgument(
      new Argument('[scenarios...]', 'all but those that are done only when named').choices(
        SCENARIOS.map(({ name }) => name),
      ),
    )
    .option('--short', 'each scenario as short as it can be', false)
    .option('--keep', 'leave everything running at the end', false)
    .addOption(new Option('--titles <number>', 'in the catalogue').argParser(wholeNumber).default(10_000))
    .addOption(new Option('--rate <number>', 'calls a second').argParser(wholeNumber).default(200))
    .addOption(new Option('--from <folder>', 'the clone of an older version that nodes are first of').argParser(clone))
    .exitOverride(({ exitCode }) => process.exit(exitCode === 0 ? 0 : 2))
    .parse(given, { from: 'user' });
  const values = program.opts<Values>();
  const named = program.args;
  const chosen = SCENARIOS.filter(({ name, onlyNamed }) => (named.length === 0 ? !onlyNamed : named.includes(name)));
  const lacks = missing().map((what) => `This needs ${what}`);
  for (const { name, needs } of chosen) {
    const lack = named.includes(name) ? lacking(needs, values.from) : null;
    if (lack !== null) lacks.push(`${name}: ${lack}`);
  }
  if (lacks.length > 0) program.error(lacks.join('\n'), { exitCode: 2 });
  return { values, chosen };
};
