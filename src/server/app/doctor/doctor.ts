import type { Config } from '../config.ts';
import { databaseCheck } from './database.check.ts';
import { type Check, examineAll, type Finding } from './finding.ts';
import { placeChecks } from './place.checks.ts';
import { replicaChecks } from './replica.check.ts';
import { serviceChecks } from './service.checks.ts';

/** Ms that a check may take. */
const PATIENCE = 5_000;

interface Means {
  readonly patience?: number;
  readonly nodeNow?: () => number;
  readonly freeBytes?: (folder: string) => Promise<number>;
}

const checksOf = (config: Config, { patience = PATIENCE, nodeNow = Date.now, freeBytes }: Means): readonly Check[] => [
  databaseCheck(config, patience, nodeNow),
  ...replicaChecks(config, patience),
  ...placeChecks(config, patience, freeBytes),
  ...serviceChecks(config, patience),
];

/** Looks at everything that the product stands on, beside a running one or without it, and changes nothing. */
export const diagnose = (config: Config, means: Means = {}): Promise<readonly Finding[]> =>
  examineAll(checksOf(config, means));

/** What a node is set up to use beside its database, and goes on without where it cannot. */
const BESIDE = new Set(['replica', 'folder', 'pictures', 'redis', 'clickhouse']);

/** Looks at that alone: a line for each that somebody should look at. */
export const troubleBeside = async (config: Config, means: Means = {}): Promise<readonly string[]> => {
  const found = await examineAll(checksOf(config, means).filter(({ name }) => BESIDE.has(name)));
  return found.filter(({ state }) => state !== 'ok').map(({ check, what, mend }) => `${check}: ${what}; ${mend}`);
};
