/**
 * Everything that docs/benchmarks.md has a line for, one benchmark after the other: node bench/all.ts
 *   [--only P1,P22] [--data FOLDER: catalogues of bench/size.ts; without it what needs one is left out] [--log FOLDER]
 * Each begins once the machine is quiet (less than half a processor used in 2 s, waited for at most two minutes), and what it printed is kept in the
 * folder. Writes the figures into the table of docs/benchmarks.md; lines that were not measured stay as they are. What was
 * measured when is kept in bench/results.jsonl.
 */
import { spawn } from 'node:child_process';
import { appendFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { TARGETS, type Target } from './targets.ts';

const { values: options } = parseArgs({
  options: {
    only: { type: 'string' },
    data: { type: 'string' },
    log: { type: 'string', default: join(tmpdir(), 'kinodex-bench-log') },
  },
});
const ROOT = join(import.meta.dirname, '..');
const PAGE = join(ROOT, 'docs', 'benchmarks.md');
const TREND = join(import.meta.dirname, 'results.jsonl');
const [BEGIN, END] = ['<!-- figures -->', '<!-- end of figures -->'];
const QUIET = 0.5;
const PATIENCE_MS = 120_000;
const say = (text: string): void => void process.stdout.write(`${text}\n`);
/** Processors that are used, over two seconds; the load of the system remembers the benchmark before for a minute. */
const busy = async (): Promise<number> => {
  const idle = (): number => cpus().reduce((sum, { times }) => sum + times.idle, 0);
  const [before, began] = [idle(), performance.now()];
  await pause(2_000);
  return cpus().length - (idle() - before) / (performance.now() - began);
};

const quiet = async (): Promise<number> => {
  const until = performance.now() + PATIENCE_MS;
  let used = await busy();
  while (used >= QUIET && performance.now() < until) used = await busy();
  return used;
};

interface Ran {
  readonly printed: string;
  /** Processors that were used before it began. */
  readonly before: number;
}

const run = async (command: string, name: string): Promise<Ran> => {
  const [before, began] = [await quiet(), performance.now()];
  say(`\n== node ${command} (${before.toFixed(1)} processors used by others)`);
  const child = spawn(process.execPath, command.split(' '), { cwd: ROOT, stdio: ['ignore', 'pipe', 'inherit'] });
  let printed = '';
  child.stdout.on('data', (part: Buffer) => {
    printed += part;
    process.stdout.write(part);
  });
  const { promise: ended, resolve } = Promise.withResolvers<void>();
  child.once('close', () => resolve());
  await ended;
  writeFileSync(join(options.log, `${name}.txt`), printed);
  say(`== ${((performance.now() - began) / 1_000).toFixed(0)} s, ended with ${child.exitCode}`);
  return { printed, before };
};

/** The cells of the table's lines, by their number. */
const readLines = (page: string): Map<string, string> =>
  new Map([...page.matchAll(/^\| (P\d+) \|.*$/gm)].map(([line, id = '']) => [id, line]));

interface Measured {
  readonly id: string;
  readonly value: string | null;
  readonly isVoid: boolean;
}

const measuredBy = ({ id, unit, figure }: Target, { printed, before }: Ran): Measured => {
  const [whole, ...found] = figure.exec(printed) ?? [];
  // What a benchmark says of its own spread stands on the same line as its figure.
  const isVoid = before >= QUIET || /VOID/.test(printed.split('\n').find((line) => figure.test(line)) ?? '');
  return { id, value: whole === undefined ? null : `${found.join('; ')}${unit ? ` ${unit}` : ''}`, isVoid };
};

const lineOf = ({ id, what, against, must, top, command }: Target, { value, isVoid }: Measured): string => {
  const told = `${value ?? 'nothing: see its output'}${isVoid ? ' (void)' : ''}`;
  return `| ${[id, what, against, must, top, told, `\`node ${command}\``].join(' | ')} |`;
};

mkdirSync(options.log, { recursive: true });
const only = options.only?.split(',');
const wanted = TARGETS.filter(
  ({ id, command }) => (!only || only.includes(id)) && (options.data !== undefined || !command.includes('DATA')),
);
for (const command of new Set(wanted.map((one) => one.command))) {
  const its = wanted.filter((one) => one.command === command);
  const ran = await run(command.replace('DATA', options.data ?? ''), its[0]?.id ?? '');
  const page = readFileSync(PAGE, 'utf8');
  const lines = readLines(page);
  for (const one of its) {
    const measured = measuredBy(one, ran);
    lines.set(one.id, lineOf(one, measured));
    appendFileSync(TREND, `${JSON.stringify({ at: new Date().toISOString(), node: process.version, ...measured })}\n`);
  }
  const table = [
    `Last measured ${new Date().toISOString().slice(0, 10)}: ${cpus()[0]?.model}, ${cpus().length} cores, Node.js ${process.version.slice(1)}.`,
    '',
    '| | what | against | must | top | measured | command |',
    '|---|---|---|---|---|---|---|',
    ...TARGETS.flatMap(({ id }) => lines.get(id) ?? []),
  ];
  const [before = '', rest = ''] = page.split(BEGIN);
  const [, after = ''] = rest.split(END);
  writeFileSync(PAGE, `${before}${BEGIN}\n${table.join('\n')}\n${END}${after}`);
}
