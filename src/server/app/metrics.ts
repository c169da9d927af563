import { statfs } from 'node:fs/promises';
import { Counter, collectDefaultMetrics, Gauge, Registry } from 'prom-client';
import type { CatalogueStats } from '#server/modules/catalog/stats.service.ts';
import type { BatchWriter } from '#server/platform/batch/batch.ts';
import type { Bus } from '#server/platform/bus/bus.ts';
import type { Database } from '#server/platform/db/database.ts';
import type { Replicas } from '#server/platform/db/replicas.ts';
import type { Quota } from '#server/platform/http/route.ts';
import { countRequests } from '#server/platform/metrics/requests.ts';
import { CALLS, type OutboundCall } from '#server/platform/outbound/calls.ts';
import { type ThreadFigures, threadFigures } from '#server/platform/thread-figures.ts';

type Writes = Pick<BatchWriter<unknown>, 'waiting' | 'fates'>;

export interface Watched {
  readonly routes: readonly string[];
  readonly version: string;
  readonly dataFolder: string;
  readonly db: Pick<Database, 'pool' | 'health' | 'disk'>;
  readonly bus: Pick<Bus, 'state'>;
  readonly replicas: Pick<Replicas, 'state'> | null;
  /** Who writes rows in batches beside what makes them. */
  readonly writers: { readonly audit: Writes; readonly log: Writes };
  readonly stats: Pick<CatalogueStats, 'read'>;
  readonly connections: () => number;
  readonly webhooks: {
    readonly tries: () => Readonly<Record<string, number>>;
    readonly waiting: () => Promise<number>;
  };
}

const DISK = { roomy: 0, low: 1, full: 2 } as const;
/** Hosts that are told of by name: those of the settings are few, and nothing that goes wrong makes them many. */
const MOST_HOSTS = 50;

/** What a node can say of its health in figures. Everything is looked at when somebody asks, but for what is counted. */
export const createMetrics = (watched: Watched) => {
  const registers = [new Registry()];
  const [registry] = registers as [Registry];
  collectDefaultMetrics({ register: registry });
  const { db, bus } = watched;
  const requests = countRequests(registry, watched.routes);

  const gauge = (name: string, help: string, read: () => number | Promise<number>): void => {
    new Gauge({
      ...{ name, help, registers },
      async collect() {
        // What cannot be told now is not told: other figures are.
        const value = await Promise.resolve(read()).catch(() => Number.NaN);
        this.set(value);
      },
    });
  };
  const counter = <L extends string>(name: string, help: string, labelNames: L[]) =>
    new Counter({ name, help, labelNames, registers });

  /** Figures by one label, that are kept elsewhere. */
  const kept =
    (Kind: typeof Counter<string> | typeof Gauge<string>) =>
    (name: string, help: string, label: string, read: () => Iterable<readonly [string, number]>): void => {
      new Kind({
        ...{ name, help, registers, labelNames: [label] },
        collect() {
          this.reset();
          for (const [key, value] of read()) this.inc({ [label]: key }, value);
        },
      });
    };
  const [totals, levels] = [kept(Counter), kept(Gauge)];
  const build = new Gauge({ name: 'kinodex_info', help: 'The version.', labelNames: ['version'], registers });
  build.set({ version: watched.version }, 1);
  const quota = counter('kinodex_quota_refusals_total', "Calls refused since the day's requests were spent.", []);
  const runs = counter('kinodex_task_runs_total', 'Runs of tasks that have ended at this node.', ['type', 'status']);
  const seconds = counter('kinodex_task_seconds_total', 'Seconds that runs of tasks took at this node.', ['type']);
  const outbound = counter('kinodex_outbound_calls_total', 'Tries to call other services.', ['host', 'result']);

  let ping = Number.NaN;
  gauge('kinodex_database_up', 'Whether the database answers within 2 s.', async () => {
    const began = performance.now();
    const isUp = await db.health();
    ping = isUp ? (performance.now() - began) / 1000 : Number.NaN;
    return isUp ? 1 : 0;
  });
  gauge('kinodex_database_ping_seconds', 'How long the database took for the last figure but this.', () => ping);
  gauge('kinodex_database_connections', 'Connections of the pool.', () => db.pool.totalCount);
  gauge('kinodex_database_connections_idle', 'Those that nobody uses.', () => db.pool.idleCount);
  gauge('kinodex_database_waiting', 'Who waits for a connection.', () => db.pool.waitingCount);
  gauge('kinodex_bus_silence_seconds', 'Since the bus has heard of the database.', () => bus.state().silentMs / 1000);
  gauge('kinodex_bus_reconnects', 'How often its connection was made again.', () => bus.state().reconnects);
  const replicas = watched.replicas?.state ?? (() => []);
  levels('kinodex_replica_lag_seconds', 'How long the primary has been past what a replica has.', 'replica', () =>
    replicas().map(({ place, lagMs }) => [place, lagMs / 1000] as const),
  );
  levels('kinodex_replica_used', 'Whether reads that may lag go to a replica now.', 'replica', () =>
    replicas().map(({ place, state }) => [place, Number(state === 'used')] as const),
  );
  const { audit, log } = watched.writers;
  gauge('kinodex_audit_waiting_rows', 'Requests that wait in memory to be written.', () => audit.waiting().rows);
  gauge('kinodex_audit_waiting_files', 'Batches of them that wait in files.', () => audit.waiting().files);
  totals('kinodex_audit_rows_total', 'What has become of requests that were noted.', 'fate', () =>
    Object.entries(audit.fates()),
  );
  gauge('kinodex_log_waiting_lines', 'Lines of the log that wait in memory to be written.', () => log.waiting().rows);
  gauge('kinodex_log_waiting_files', 'Batches of them that wait in files.', () => log.waiting().files);
  totals('kinodex_log_lines_total', 'What has become of lines of the log.', 'fate', () => Object.entries(log.fates()));
  const threads = (figure: keyof ThreadFigures) => () =>
    [...threadFigures()].map(([kind, all]) => [kind, all[figure]] as const);
  levels('kinodex_threads', 'Threads beside the one that serves.', 'kind', threads('running'));
  levels('kinodex_thread_calls', 'What they do, or what waits for them.', 'kind', threads('asked'));
  totals('kinodex_threads_begun_total', 'Threads that were begun.', 'kind', threads('begun'));
  totals('kinodex_thread_failures_total', 'What they were asked for and did not do.', 'kind', threads('failed'));
  gauge('kinodex_disk_free_bytes', 'Free on the disk of the data folder.', async () => {
    const { bavail, bsize } = await statfs(watched.dataFolder);
    return bavail * bsize;
  });
  gauge('kinodex_disk_state', 'Of the embedded database: 0 roomy, 1 low, 2 full.', () => DISK[db.disk()]);
  const held = async () => ((await db.health()) ? watched.stats.read() : Promise.reject(new Error('away')));
  totals('kinodex_webhook_tries_total', 'Tries of this node to send to webhooks, by how they ended.', 'fate', () =>
    Object.entries(watched.webhooks.tries()),
  );
  gauge('kinodex_webhook_waiting', 'Deliveries to webhooks that wait.', () => held().then(watched.webhooks.waiting));
  gauge('kinodex_live_connections', 'Open live connections.', watched.connections);
  gauge('kinodex_catalogue_titles', 'Titles that may be shown.', async () => (await held()).titles);
  gauge('kinodex_catalogue_people', 'People who may be shown.', async () => (await held()).names);

  const hosts = new Set<string>();
  const onCall = (message: unknown): void => {
    const { host, result } = message as OutboundCall;
    if (hosts.size < MOST_HOSTS) hosts.add(host);
    outbound.inc({ host: hosts.has(host) ? host : 'others', result });
  };
  CALLS.subscribe(onCall);

  return {
    text: (): Promise<string> => registry.metrics(),
    type: registry.contentType,
    record: requests.record,
    ended: (type: string, status: string, ms: number): void => {
      runs.inc({ type, status });
      seconds.inc({ type }, ms / 1000);
    },
    /** The same quota, whose refusals are counted. */
    counting: (of: Quota): Quota => {
      const note = <T extends { readonly granted: boolean }>(spent: T): T => {
        if (!spent.granted) quota.inc();
        return spent;
      };
      return {
        spend: (caller, cost) => {
          const spent = of.spend(caller, cost);
          return spent instanceof Promise ? spent.then(note) : note(spent);
        },
        refusal: (caller, cost) => {
          const refused = of.refusal(caller, cost);
          return refused && note(refused);
        },
      };
    },
    close: (): void => {
      CALLS.unsubscribe(onCall);
      registry.clear();
    },
  };
};

export type Metrics = ReturnType<typeof createMetrics>;
