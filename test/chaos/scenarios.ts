import type { Scenario } from './scenario.ts';
import { backup } from './scenarios.backup.ts';
import { disk } from './scenarios.disk.ts';
import { migrations } from './scenarios.migrations.ts';
import { NODE_SCENARIOS } from './scenarios.nodes.ts';
import { OWN_SCENARIOS } from './scenarios.own.ts';
import { PART_SCENARIOS } from './scenarios.parts.ts';
import { revoked } from './scenarios.revoked.ts';
import { soak } from './scenarios.soak.ts';
import { WRITER_SCENARIOS } from './scenarios.writers.ts';

/** In the order in which they are played. */
export const SCENARIOS: readonly Scenario[] = [
  ...NODE_SCENARIOS,
  ...WRITER_SCENARIOS,
  revoked,
  ...PART_SCENARIOS,
  disk,
  migrations,
  backup,
  ...OWN_SCENARIOS,
  soak,
];
