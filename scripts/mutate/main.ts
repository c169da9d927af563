/**
 * Changes the product's most important code in many small ways, one at a time, and looks whether a test fails.
 *
 *   npm run mutate [-- --area kernel --area http] [--sample 60] [--seed 1] [--workers 1] [--only file.ts[:line]]
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { AREAS, ROOT, sourcesOf, testsFor } from './areas.ts';
import { type Mutant, mutantsOf } from './mutants.ts';
import { openTrials } from './trials.ts';

/** In percent: more survivors are a failure. */
const MOST_SURVIVORS = 15;

const { values } = parseArgs({
  options: {
    area: { type: 'string', multiple: true, default: Object.keys(AREAS) },
    sample: { type: 'string', default: '60' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
    workers: { type: 'string', default: '2' },
    only: { type: 'string' },
  },
});

interface Candidate {
  readonly area: string;
  readonly file: string;
  readonly mutant: Mutant;
}

/** Numbers from 0 to below 1 that follow from the seed (mulberry32). */
const randomFrom = (seed: number) => (): number => {
  seed = (seed + 0x6d2b79f5) | 0;
  let mixed = Math.imul(seed ^ (seed >>> 15), 1 | seed);
  mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
  return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
};

const [onlyFile, onlyLine] = values.only?.split(':') ?? [];
const isWanted = ({ file, mutant }: Candidate): boolean =>
  (onlyFile === undefined || file.endsWith(onlyFile)) && (onlyLine === undefined || mutant.line === Number(onlyLine));

const areaOf = (name: string) => {
  const area = AREAS[name];
  if (area === undefined) throw new Error(`There is no area ${name}; there are ${Object.keys(AREAS).join(', ')}.`);
  return area;
};

const all: readonly Candidate[] = values.area.flatMap((area) =>
  sourcesOf(areaOf(area)).flatMap((file) =>
    mutantsOf(file, readFileSync(join(ROOT, file), 'utf8')).map((mutant) => ({ area, file, mutant })),
  ),
);
const random = randomFrom(Number(values.seed));
const sampled = values.area.flatMap((area) =>
  all
    .filter((one) => one.area === area && isWanted(one))
    .map((one) => ({ one, order: random() }))
    .sort((a, b) => a.order - b.order)
    .slice(0, onlyFile === undefined ? Number(values.sample) : undefined)
    .map(({ one }) => one)
    // By file, so that its tests are known and timed once.
    .sort((a, b) => a.file.localeCompare(b.file) || a.mutant.start - b.mutant.start),
);

const began = performance.now();
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(130));
const inShort = (text: string): string => text.replace(/\s+/g, ' ').slice(0, 100);
const said = ({ file, mutant }: Candidate): string =>
  `${file}:${mutant.line}  ${inShort(mutant.before)}  →  ${mutant.after === ';' ? '(dropped)' : inShort(mutant.after)}`;

console.log(`seed ${values.seed}: ${sampled.length} of ${all.length} mutants`);
const survivors: Candidate[] = [];
const queue = [...sampled];
let tried = 0;

const work = async (): Promise<void> => {
  const trials = openTrials();
  for (let one = queue.shift(); one !== undefined; one = queue.shift()) {
    const task = { file: one.file, mutant: one.mutant, turns: testsFor(areaOf(one.area), one.file) };
    tried += 1;
    if (!(await trials.survives(task))) continue;
    survivors.push(one);
    console.log(`[${tried}/${sampled.length}] survives: ${said(one)}`);
  }
  await trials.close();
};
await Promise.all(Array.from({ length: Math.max(1, Number(values.workers)) }, work));

const lines = [...values.area, 'all'].map((area) => {
  const isHere = (one: Candidate): boolean => area === 'all' || one.area === area;
  const [count, alive] = [sampled.filter(isHere).length, survivors.filter(isHere).length];
  return `${area.padEnd(10)} ${String(count).padStart(4)} mutants, ${String(alive).padStart(3)} survive: ${((100 * alive) / Math.max(1, count)).toFixed(1)} %`;
});
console.log(['', ...survivors.map(said).sort(), '', ...lines].join('\n'));
console.log(`${Math.round((performance.now() - began) / 1000)} s, seed ${values.seed}`);
process.exit((100 * survivors.length) / Math.max(1, sampled.length) > MOST_SURVIVORS ? 1 : 0);
