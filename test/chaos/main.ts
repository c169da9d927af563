/**
 * The product as a whole while its parts fail: npm run chaos [-- SCENARIO...] with the options of ./ask.ts, or
 * `node test/chaos/main.ts` with Node.js 24. Two web nodes and a worker on a PostgreSQL with a replica and a Redis, all
 * started for this, behind a balancer, under steady mixed calls. Prints what each scenario has shown, and then each promise
 * with its figure. Ends with 1 when one is not held, with 2 when it cannot begin.
 */
import { cpus, totalmem } from 'node:os';
import { readAsk } from './ask.ts';
import { keepRunBook } from './books.ts';
import { openClient } from './client.ts';
import { tell } from './figures.ts';
import { always } from './judgement.ts';
import { lacking } from './needs.ts';
import { fill } from './people.ts';
import { makeTasks, play } from './play.ts';
import { type Seen, seenAs, table } from './promises.ts';
import { type Stack, startStack } from './stack.ts';

const say = (line: string): void => void process.stdout.write(`${line}\n`);
const { values, chosen } = readAsk(process.argv.slice(2));

const began = performance.now();
say(
  `${new Date().toISOString().slice(0, 16)}Z, ${cpus().length} cores (${cpus()[0]?.model.trim()}), ${Math.round(totalmem() / 2 ** 30)} GB, Node.js ${process.version}`,
);
let stack: Stack | undefined;
let ended: Promise<void> | undefined;
const close = (): Promise<void> => {
  ended ??= stack?.close();
  return ended ?? Promise.resolve();
};
let interrupted = false;
// More than once: a terminal tells the whole group, and who has started this tells it again.
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.on(signal, () => {
    if (!interrupted) say('\nInterrupted: ending what was started');
    interrupted = true;
    if (stack) void close().then(() => process.exit(130));
  });
try {
  stack = await startStack(say, values.from);
} catch (error) {
  if (!interrupted) throw error;
}
if (interrupted || !stack) {
  await close();
  process.exit(130);
}
const verdicts: Seen[] = [];
try {
  const client = openClient(stack.balancer.url);
  say(`${values.titles} titles, and those who ask for them`);
  const people = await fill(stack, client, values.titles);
  await keepRunBook(stack.primary.query);
  const tasks = await makeTasks(client, people);
  for (const scenario of chosen) {
    say(`\n${scenario.name}: ${scenario.what}`);
    const lack = lacking(scenario.needs, values.from);
    if (lack !== null) {
      say(`  left out: ${lack}`);
      continue;
    }
    try {
      const figures = await play(
        { ...{ stack, client, people, say }, ...tasks, short: values.short, perSecond: values.rate },
        scenario,
      );
      for (const line of tell(figures)) say(line);
      const found = [...scenario.judge(figures), ...always(figures)].map((one) =>
        seenAs(one, scenario.name, figures.busy),
      );
      verdicts.push(...found);
      for (const { promise, figure, wanted, outcome } of found)
        if (outcome !== 'held') say(`  ${outcome} ${promise}: ${figure}, wanted ${wanted}`);
    } catch (error) {
      const figure = error instanceof Error ? error.message : String(error);
      const wanted = 'the scenario comes to its end';
      verdicts.push(seenAs({ promise: 'R6', figure, wanted, held: false }, scenario.name, 0));
      say(`  it broke off: ${error instanceof Error ? error.stack : figure}`);
      await stack.mend();
    }
  }
  client.close();
} finally {
  if (values.keep) say(`left running, its files in ${stack.home}; end it with Ctrl-C`);
  else await close();
}

say(`\n${((performance.now() - began) / 1_000).toFixed(0)} s\n`);
const { lines, held } = table(verdicts);
for (const line of lines) say(line);
if (!values.keep) process.exit(held ? 0 : 1);
