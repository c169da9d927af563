/** The ratio of two sides that are measured in turns, told with what it is made of. */
import { parseArgs } from 'node:util';
import { percentile } from './load.ts';
import { inTurns, type Side, type Slice } from './turns.ts';

/** What every benchmark that compares is told: see bench/http.ts; `titles` and `data` are those of bench/beside.ts. */
export const asked = parseArgs({
  options: {
    rounds: { type: 'string', default: '3' },
    only: { type: 'string', default: '' },
    profile: { type: 'string' },
    titles: { type: 'string', default: '100000' },
    data: { type: 'string' },
  },
}).values;
const { rounds, only, profile } = asked;

const median = (values: readonly number[]): number => percentile(values, 0.5);
const sum = (values: readonly number[]): number => values.reduce((all, one) => all + one, 0);
export const round = (value: number, digits = 2): string => value.toFixed(digits);

const summaryOf = (slices: readonly Slice[]) => {
  const of = (key: keyof Slice) => slices.map((one) => one[key]);
  const answers = sum(of('answers'));
  return {
    rps: median(of('rps')),
    cpu: sum(of('cpu')) / answers,
    statements: sum(of('statements')) / answers,
    p99: median(of('p99')),
  };
};

/** Measures B against A; answers whether the median of their ratios reaches the gate. */
export const compare = async (title: string, a: Side, b: Side, gate: number | null): Promise<boolean> => {
  if (!title.includes(only)) return true;
  const pairs = await inTurns(a, b, Number(rounds), profile);
  const ratios = pairs.map(([ofA, ofB]) => ofB.rps / ofA.rps);
  const ratio = median(ratios);
  const [low, high] = [percentile(ratios, 0.25), percentile(ratios, 0.75)];
  const [sumA, sumB] = [summaryOf(pairs.map(([one]) => one)), summaryOf(pairs.map(([, one]) => one))];
  const byCpu = sumA.cpu / sumB.cpu;
  const holds = (gate === null || ratio >= gate) && !(sumB.statements > 2);
  const told = [
    gate === null ? 'for information' : `gate ${round(gate)}: ${holds ? 'holds' : 'MISSED'}`,
    `middle half of ${pairs.length} pairs ${round(low)} to ${round(high)}${high - low > 0.1 * ratio ? ': VOID, repeat on a quiet machine' : ''}`,
  ];
  console.log(`\n${title}: ${round(ratio)}, by the servers' CPU ${round(byCpu)} (${told.join('; ')})`);
  for (const [letter, side, its] of [
    ['A', a, sumA],
    ['B', b, sumB],
  ] as const)
    console.log(
      `  ${letter} ${side.name}: ${round(its.rps, 0)} requests/s; CPU ${round(its.cpu, 1)} µs${Number.isNaN(its.statements) ? '' : `, ${round(its.statements, 1)} statements`} a request; p99 ${round(its.p99, 1)} ms`,
    );
  return holds;
};
