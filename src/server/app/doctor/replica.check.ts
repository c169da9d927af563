import { Problem } from '#server/kernel/problem.ts';
import { createDatabase } from '#server/platform/db/database.ts';
import { openReplica, readPrimary } from '#server/platform/db/replica.ts';
import type { ReplicaOf } from '#server/platform/db/replicas.ts';
import type { Config } from '../config.ts';
import { logsFrom } from '../logs.ts';
import { replicasIn } from '../replica-settings.ts';
import { type Check, ok, warning, wrong } from './finding.ts';

/** Bytes of the log that a replica may lack without anybody's being told. */
const MUCH = 16 * 1024 * 1024;

const checkOf = ({ connection, place }: ReplicaOf, databaseUrl: string, patience: number): Check => {
  const shown = `DATABASE_REPLICA_URLS=${place}`;
  const log = logsFrom('fatal')({ module: 'database', category: 'other' });
  return {
    ...{ name: 'replica', patience },
    late: `look whether PostgreSQL runs at ${place}, and whether the network lets this machine through`,
    // Reads go to the primary meanwhile.
    isMinor: true,
    look: async () => {
      const primary = createDatabase({
        connection: { connectionString: databaseUrl },
        ...{ kind: 'server', poolSize: 1, log },
      });
      const replica = openReplica({ connection, poolSize: 1, log, patience });
      try {
        const [{ identity, at }, said] = await Promise.all([readPrimary(primary), replica.look()]);
        if (said === null) throw new Problem(`${shown}: it does not answer; start it, or correct the address`);
        if (!said.isReplica)
          return [wrong('replica', `${shown} is no replica: it takes changes`, 'name a standby, or leave it out')];
        if (said.identity !== identity)
          return [wrong('replica', `${shown} is no replica of this database`, 'correct its host, port and database')];
        const behind = Math.max(0, at - said.replayed);
        const what = `${shown} replays, ${Math.round(behind / 1024)} kB behind`;
        return [behind > MUCH ? warning('replica', what, 'look at its disk and its network') : ok('replica', what)];
      } finally {
        await Promise.all([primary.close(), replica.close()]);
      }
    },
  };
};

/** Each replica of the settings. */
export const replicaChecks = (config: Config, patience: number): readonly Check[] =>
  config.databaseUrl === undefined
    ? []
    : replicasIn(config).map((one) => checkOf(one, config.databaseUrl as string, patience));
