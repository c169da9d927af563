import { maskedUrl } from '#server/kernel/problem.ts';
import type { Reads } from '#server/platform/db/replica.ts';
import { createReplicas, type ReplicaOf, type Replicas } from '#server/platform/db/replicas.ts';
import type { Logs } from '#server/platform/log.ts';
import { wrongForDatabase, wrongIn } from './database-address.ts';

const SETTING = 'DATABASE_REPLICA_URLS';

interface Reader {
  readonly text: (key: string) => string | undefined;
  /** Gets a line for each mistake. */
  readonly problems: string[];
}

/** Addresses of replicas, separated by spaces or commas. */
export const readReplicaUrls = ({ text, problems }: Reader, databaseUrl: string | undefined): readonly string[] => {
  const urls = (text(SETTING) ?? '').split(/[\s,]+/).filter((url) => url !== '');
  if (urls.length > 0 && text('DATABASE_URL') === undefined)
    problems.push(`${SETTING} needs DATABASE_URL, which it names the replicas of`);
  for (const [at, url] of urls.entries()) {
    const wrong = wrongIn(url, ['postgres:', 'postgresql:']);
    if (wrong !== null) problems.push(`${SETTING} ${wrong}`);
    else if (url === databaseUrl) problems.push(`${SETTING} names the database of DATABASE_URL itself`);
    else if (urls.indexOf(url) < at) problems.push(`${SETTING} names ${maskedUrl(url)} twice`);
    else problems.push(...wrongForDatabase(SETTING, url));
  }
  return urls;
};

interface Settings {
  readonly replicaUrls: readonly string[];
}

/** Connections to each replica. */
const POOL_SIZE = 10;

export const replicasIn = ({ replicaUrls }: Settings): readonly ReplicaOf[] =>
  replicaUrls.map((connectionString) => ({ connection: { connectionString }, place: maskedUrl(connectionString) }));

/** The replicas of the settings, for a node that answers; null where there are none. */
export const openReplicas = (
  config: Settings & { readonly role: string },
  primary: Reads,
  logs: Logs,
): Replicas | null => {
  const of = replicasIn(config);
  if (of.length === 0 || config.role === 'worker') return null;
  return createReplicas({ primary, of, poolSize: POOL_SIZE, log: logs({ module: 'database', category: 'other' }) });
};
