import { deleteAccounts } from '#server/modules/accounts/account.tasks.ts';
import { cleanAudit } from '#server/modules/audit/audit.tasks.ts';
import type { Billing } from '#server/modules/billing/billing.service.ts';
import { expirePayments } from '#server/modules/billing/billing.tasks.ts';
import type { Changes } from '#server/modules/catalog/change.service.ts';
import { exportTask } from '#server/modules/catalog/dump/export.tasks.ts';
import { checkCatalogue } from '#server/modules/catalog/editor/check.tasks.ts';
import type { Fetching } from '#server/modules/catalog/fetch/fetch.service.ts';
import { imagesTask } from '#server/modules/catalog/fetch/picture.tasks.ts';
import { createSeriesUpdates } from '#server/modules/catalog/fetch/series.service.ts';
import { seriesTask } from '#server/modules/catalog/fetch/series.tasks.ts';
import { createMapReading } from '#server/modules/catalog/ids/map.service.ts';
import { mapTask } from '#server/modules/catalog/ids/map.tasks.ts';
import { imdbDatasetsTask, ratingsTask } from '#server/modules/catalog/import/import.tasks.ts';
import { type Manual, rememberDue } from '#server/modules/catalog/manual/manual.service.ts';
import { manualTask } from '#server/modules/catalog/manual/manual.tasks.ts';
import type { Pictures } from '#server/modules/catalog/picture.service.ts';
import type { Visibility } from '#server/modules/catalog/visibility.ts';
import type { Configuration } from '#server/modules/configuration/configuration.service.ts';
import type { LogTable } from '#server/modules/logs/log.service.ts';
import { logsDaysOf } from '#server/modules/logs/logs.config.ts';
import { notificationDaysOf } from '#server/modules/notifications/notification.config.ts';
import { cleanNotifications } from '#server/modules/notifications/notification.tasks.ts';
import type { Carousels } from '#server/modules/search/carousel.service.ts';
import { carouselTask } from '#server/modules/search/carousel.tasks.ts';
import { createReindex } from '#server/modules/search/reindex.service.ts';
import { reindexTask } from '#server/modules/search/reindex.tasks.ts';
import { cleanLogs } from '#server/modules/tasks/clean.tasks.ts';
import { keysEnding } from '#server/modules/tokens/key.alerts.ts';
import type { Database } from '#server/platform/db/database.ts';
import { runInThread } from '#server/platform/tasks/thread.ts';
import type { RunContext, TaskType } from '#server/platform/tasks/type.ts';
import { agentOf } from '#server/sources/wikidata/client.ts';
import { readIdDump } from '#server/sources/wikidata/id-dump.ts';
import { createIdMap } from '#server/sources/wikidata/id-map.ts';
import type { Config } from './config.ts';
import type { CatalogueEditing } from './editing.ts';
import type { ExportOrder } from './export.thread.ts';
import type { ImportOrder } from './import.thread.ts';
import type { People } from './people.ts';
import { publicIp } from './public-ip.tasks.ts';
import { VERSION } from './version.ts';

/** What the types of tasks do their work with. */
export interface TaskServices {
  readonly accounts: Pick<People['accounts'], 'deleteDue'>;
  readonly mail: People['mail'];
  readonly audit: Pick<People['audit'], 'sweep'>;
  readonly billing: Pick<Billing, 'round'>;
  readonly carousels: Pick<Carousels, 'choose'>;
  readonly changes: Pick<Changes, 'sweep'>;
  readonly config: Pick<Config, 'imdbDatasetsUrl' | 'dataFolder' | 'publicIpUrl' | 'sources'>;
  readonly configuration: Configuration;
  readonly db: Database;
  readonly editing: Pick<CatalogueEditing, 'checks' | 'pictureFetching'>;
  readonly fetching: Pick<Fetching, 'store'>;
  readonly logTable: Pick<LogTable, 'sweep'>;
  readonly manual: Pick<Manual, 'work'>;
  readonly now: () => Date;
  readonly pictures: Pick<Pictures, 'mend' | 'dropUnnamed'>;
  readonly visibility: () => Visibility;
}

/** A package carries the file of a thread as JavaScript. */
const threadOf = (name: string): URL => new URL(`./${name}.thread${import.meta.url.slice(-3)}`, import.meta.url);

/** Imports in a thread, since reading the files is computing from beginning to end. */
const importsOf = ({ config, db: { connection, kind } }: TaskServices) => ({
  importSet: (ask: ImportOrder['ask'], context: RunContext) =>
    runInThread<ImportOrder>(threadOf('import'), { connection, kind, ask }, context),
  imdbDatasetsUrl: config.imdbDatasetsUrl,
});

/** Exports in a thread, on a connection that is its own for as long as it takes. */
const exportsOf = ({ config, db: { connection, kind }, now, visibility }: TaskServices) => ({
  dataFolder: config.dataFolder,
  published: () => visibility().sources,
  exportAll: (ask: ExportOrder['ask'], context: RunContext) =>
    runInThread<ExportOrder>(
      threadOf('export'),
      { connection, kind, ask, dataFolder: config.dataFolder, at: now() },
      context,
    ),
});

/** The map of ids, by questions or from a dump. */
const mapOf = ({ config: { sources }, db }: TaskServices) => {
  const { contact = 'no contact given' } = sources.wikidata;
  const headers = { 'user-agent': agentOf(VERSION, contact) };
  return createMapReading({
    db,
    map: createIdMap({ ...sources.wikidata, version: VERSION }),
    readDump: (from, signal) => readIdDump(from, signal, headers),
  });
};

/** Every type of task, a line each, in the order of their names: see contracts/task-types.ts. */
export const tasksOf = (services: TaskServices): readonly TaskType[] => [
  carouselTask(services.carousels),
  checkCatalogue({ db: services.db, checks: services.editing.checks }),
  cleanAudit(services),
  cleanLogs({ ...services, days: logsDaysOf(services.configuration) }),
  cleanNotifications({ ...services, days: notificationDaysOf(services.configuration) }),
  deleteAccounts(services),
  expirePayments(services.billing),
  exportTask(exportsOf(services)),
  imagesTask({ ...services, fetching: services.editing.pictureFetching }),
  imdbDatasetsTask(importsOf(services)),
  keysEnding(services),
  manualTask(services.manual),
  publicIp({ ...services, url: services.config.publicIpUrl }),
  ratingsTask(importsOf(services)),
  reindexTask(createReindex(services)),
  seriesTask(createSeriesUpdates({ ...services, onFailed: rememberDue(services.db) })),
  mapTask(mapOf(services)),
];
