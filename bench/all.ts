/**
 * Everything that docs/benchmarks.md has a line for, one benchmark after the other: node bench/all.ts
 *   [--only P1,P22] [--data FOLDER: catalogues of bench/size.ts; without it what needs one is left out] [--log FOLDER]
 * Each begins once the machine is quiet (less than half a processor used in 2 s, waited for at most two minutes), and what it
 * printed is kept in the folder. Before and after it a fixed piece of work is timed: where its speed differs by more than a
 * tenth, the machine was another one meanwhile, and the figures are void. Writes the figures into the table of
 * docs/benchmarks.md; lines that were not measured, or whose benchmark told no figure, stay as they are. What was measured
 * when, where and of which commit is kept in bench/results.jsonl.
 */
import { execFileSync, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { appendFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { SIZE, TARGETS, type Target } from './targets.ts';

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
/** How far the machine's speed may change while something is measured. */
const STEADY = 0.1;
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

const PIECE = Buffer.alloc(4 * 1024 * 1024);
const PIECES = 51;

/** How long a fixed piece of work takes, ms: the median of many, a second in all. */
const pace = (): number => {
  const taken = Array.from({ length: PIECES }, () => {
    const began = performance.now();
    createHash('sha256').update(PIECE).digest();
    return performance.now() - began;
  });
  return taken.toSorted((a, b) => a - b)[PIECES >> 1] ?? Number.NaN;
};

interface Ran {
  readonly printed: string;
  /** Processors that were used before it began. */
  readonly before: number;
  /** How much longer the fixed piece of work took after it than before. */
  readonly slowed: number;
}

const run = async (command: string, name: string): Promise<Ran> => {
  const before = await quiet();
  const paceBefore = pace();
  const began = performance.now();
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
  const seconds = (performance.now() - began) / 1_000;
  await quiet();
  const slowed = pace() / paceBefore - 1;
  say(
    `== ${seconds.toFixed(0)} s, ended with ${child.exitCode}, the machine ${(100 * slowed).toFixed(0)} % slower after`,
  );
  return { printed, before, slowed };
};

/** The cells of the table's lines, by their number. */
const readLines = (page: string): Map<string, string> =>
  new Map([...page.matchAll(/^\| (P\d+) \|.*$/gm)].map(([line, id = '']) => [id, line]));

interface Measured {
  readonly id: string;
  readonly value: string | null;
  readonly isVoid: boolean;
}

const measuredBy = ({ id, unit, figure }: Target, { printed, before, slowed }: Ran): Measured => {
  const [whole, ...found] = figure.exec(printed) ?? [];
  // What a benchmark says of its own spread stands on the same line as its figure.
  const isNoisy = before >= QUIET || Math.abs(slowed) > STEADY;
  const isVoid = isNoisy || /VOID/.test(printed.split('\n').find((line) => figure.test(line)) ?? '');
  return {
    id,
    value:
      whole === undefined ? null : `${found.filter((one) => one !== undefined).join('; ')}${unit ? ` ${unit}` : ''}`,
    isVoid,
  };
};

const lineOf = ({ id, what, against, must, top, command }: Target, { value, isVoid }: Measured): string => {
  const told = `${value}${isVoid ? ' (void)' : ''}`;
  return `| ${[id, what, against, must, top, told, `\`node ${command}\``].join(' | ')} |`;
};

const git = (...asked: readonly string[]): string => execFileSync('git', asked, { cwd: ROOT, encoding: 'utf8' }).trim();
const commit = git('rev-parse', '--short', 'HEAD');
const machine = `${cpus()[0]?.model}, ${cpus().length} cores`;

mkdirSync(options.log, { recursive: true });
const only = options.only?.split(',');
const wanted = TARGETS.filter(
  ({ id, command }) => (!only || only.includes(id)) && (options.data !== undefined || !command.includes('DATA')),
);
// What makes the catalogues comes before those that ask them.
const commands = [...new Set(wanted.map((one) => one.command))].toSorted(
  (a, b) => Number(b === SIZE) - Number(a === SIZE),
);
for (const command of commands) {
  const its = wanted.filter((one) => one.command === command);
  const ran = await run(command.replace('DATA', options.data ?? ''), its[0]?.id ?? '');
  const page = readFileSync(PAGE, 'utf8');
  const lines = readLines(page);
  for (const one of its) {
    const measured = measuredBy(one, ran);
    if (measured.value === null) {
      say(`== ${one.id}: no figure in what it printed`);
      process.exitCode = 1;
    } else lines.set(one.id, lineOf(one, measured));
    const at = new Date().toISOString();
    appendFileSync(TREND, `${JSON.stringify({ at, machine, node: process.version, commit, ...measured })}\n`);
  }
  const table = [
    `Last measured ${new Date().toISOString().slice(0, 10)}: ${machine}, Node.js ${process.version.slice(1)}.`,
    '',
    '| | what | against | must | top | measured | command |',
    '|---|---|---|---|---|---|---|',
    ...TARGETS.flatMap(({ id }) => lines.get(id) ?? []),
  ];
  const [before = '', rest = ''] = page.split(BEGIN);
  const [, after = ''] = rest.split(END);
  writeFileSync(PAGE, `${before}${BEGIN}\n${table.join('\n')}\n${END}${after}`);
}
