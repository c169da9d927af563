import { Problem } from '#server/kernel/problem.ts';
import type { Database } from '#server/platform/db/database.ts';
import { knowsCluster } from '#server/platform/db/embedded-place.ts';
import { pendingMigrations, readApplied, readMigrations } from '#server/platform/db/migrate.ts';
import { readClock, readVitals } from '#server/platform/db/vitals.ts';
import type { Config } from '../config.ts';
import { logsFrom } from '../logs.ts';
import { MIGRATIONS, openUnchanged, secretOf } from '../open.ts';
import { knowsSecret } from '../secret-check.ts';
import { openingProblemOf } from '../start-problem.ts';
import { type Check, type Finding, ofProblem, ok, warning, wrong } from './finding.ts';
import { clockFinding, isServed, vitalsFindings } from './vitals.rules.ts';
import { lookAtWebhooks } from './webhooks.check.ts';

/** Ms until a server has to answer; one of our own may have to be started first. */
const STARTING = 30_000;

const refusalOf = (check: string, error: unknown): Finding => {
  if (error instanceof Problem) return ofProblem(check, error);
  throw error;
};

const lookInto = async (config: Config, db: Database, nodeNow: () => number): Promise<readonly Finding[]> => {
  const migrations = await readMigrations(MIGRATIONS);
  const { applied, vitals, off } = await db.transaction(async (tx) => {
    const applied = await readApplied(tx);
    const vitals = await readVitals(tx);
    const asked = nodeNow();
    const said = await readClock(tx);
    return { applied, vitals, off: (asked + nodeNow()) / 2 - said };
  });
  const migrated = (): Finding => {
    try {
      const { length } = pendingMigrations(migrations, applied);
      if (length === 0) return ok('migrations', `all ${migrations.length} are applied`);
      const what = `${length} of ${migrations.length} are pending`;
      return isServed(vitals)
        ? wrong('migrations', `${what}, and an older version serves`, 'stop that, and start this version')
        : warning('migrations', what, 'start the product, or run kinodex migrate');
    } catch (error) {
      return refusalOf('migrations', error);
    }
  };
  const secret = async (): Promise<Finding> => {
    // Where the database knows none, looking would give it one.
    if (!(await knowsSecret(db))) return ok('secret', 'none is known yet; the first start makes one');
    try {
      await secretOf(config, db);
      return ok('secret', 'it is the one of the database');
    } catch (error) {
      return refusalOf('secret', error);
    }
  };
  const schema = migrated();
  const about = { place: db.place, isMigrated: applied.length > 0, hasRedis: config.redisUrl !== undefined };
  return [
    ...vitalsFindings(vitals, about),
    schema,
    clockFinding(off),
    ...(schema.state === 'ok' ? [await secret(), await lookAtWebhooks(db, new Date(nodeNow()))] : []),
  ];
};

/** The database of the settings: joined where it runs, started where it is our own, never made. */
export const databaseCheck = (config: Config, patience: number, nodeNow: () => number): Check => ({
  name: 'database',
  patience: config.databaseUrl === undefined ? Math.max(patience, STARTING) : patience,
  late: 'look whether PostgreSQL runs there, and whether the network lets this machine through',
  explain: (error) => openingProblemOf(error, config),
  look: async (signal) => {
    if (config.databaseUrl === undefined && !knowsCluster(config.dataFolder))
      return [ok('database', `none yet in ${config.dataFolder}; the first start makes it`)];
    const db = await openUnchanged(config, logsFrom('fatal'), 'tool');
    try {
      signal.throwIfAborted();
      return await lookInto(config, db, nodeNow);
    } finally {
      await db.close();
    }
  },
});
