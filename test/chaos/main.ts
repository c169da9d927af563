/**
 * The product as a whole while its parts fail: npm run chaos [-- SCENARIO...] [--short] [--titles 10000] [--rate 200]
 * [--keep] [--from CLONE], or `node test/chaos/main.ts` with Node.js 24. Two web nodes and a worker on a PostgreSQL with a replica and a
 * Redis, all started for this, behind a balancer, under steady mixed calls. Prints what each scenario has shown, and then
 * each promise with its figure. Ends with 1 when one is not held.
 */
import { cpus, totalmem } from 'node:os';
import { parseArgs } from 'node:util';
import { keepRunBook } from './books.ts';
import { openClient } from './client.ts';
import { tell } from './figures.ts';
import { always } from './judgement.ts';
import { lacking, missing } from './needs.ts';
import { fill } from './people.ts';
import { makeTasks, play } from './play.ts';
import { type Seen, seenAs, table } from './promises.ts';
import { SCENARIOS } from './scenarios.ts';
import { startStack } from './stack.ts';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    short: { type: 'boolean', default: false },
    keep: { type: 'boolean', default: false },
    titles: { type: 'string', default: '10000' },
    rate: { type: 'string', default: '200' },
    from: { type: 'string' },
  },
});

const say = (line: string): void => void process.stdout.write(`${line}\n`);

const chosen = SCENARIOS.filter(({ name, onlyNamed }) =>
  positionals.length === 0 ? !onlyNamed : positionals.includes(name),
);
const unknown = positionals.filter((name) => !SCENARIOS.some((one) => one.name === name));
const lacks = [
  ...missing(),
  ...unknown.map(
    (name) => `a scenario that is called ${name}: there are ${SCENARIOS.map((one) => one.name).join(', ')}`,
  ),
];
if (lacks.length > 0) {
  for (const line of lacks) say(`This needs ${line}`);
  process.exit(2);
}

const began = performance.now();
say(
  `${new Date().toISOString().slice(0, 16)}Z, ${cpus().length} cores (${cpus()[0]?.model.trim()}), ${Math.round(totalmem() / 2 ** 30)} GB, Node.js ${process.version}`,
);
const stack = await startStack(say, values.from);
let ended: Promise<void> | undefined;
const close = (): Promise<void> => {
  ended ??= stack.close();
  return ended;
};
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.once(signal, () => void close().then(() => process.exit(130)));
const verdicts: Seen[] = [];
try {
  const client = openClient(stack.balancer.url);
  say(`${values.titles} titles, and those who ask for them`);
  const people = await fill(stack, client, Number(values.titles));
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
        { ...{ stack, client, people, say }, ...tasks, short: values.short, perSecond: Number(values.rate) },
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
