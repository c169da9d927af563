import type { Config } from '../config.ts';
import { databaseCheck } from './database.check.ts';
import { examineAll, type Finding } from './finding.ts';
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

/** Looks at everything that the product stands on, beside a running one or without it, and changes nothing. */
export const diagnose = (
  config: Config,
  { patience = PATIENCE, nodeNow = Date.now, freeBytes }: Means = {},
): Promise<readonly Finding[]> =>
  examineAll([
    databaseCheck(config, patience, nodeNow),
    ...replicaChecks(config, patience),
    ...placeChecks(config, patience, freeBytes),
    ...serviceChecks(config, patience),
  ]);
