import { LARGEST_PICTURE } from '#contracts/image.api.ts';
import { ENDPOINTS } from '#contracts/index.ts';
import { TOPICS } from '#contracts/topics.ts';
import { live } from '#contracts/undocumented.ts';
import { createActions } from '#server/modules/actions/action.service.ts';
import { feedDaysOf, languagesOf, visibilityOf } from '#server/modules/catalog/catalog.config.ts';
import { createChanges } from '#server/modules/catalog/change.service.ts';
import { createFresh } from '#server/modules/catalog/fresh/fresh.service.ts';
import { createIds } from '#server/modules/catalog/ids/ids.service.ts';
import { createImages } from '#server/modules/catalog/image.service.ts';
import { createManual } from '#server/modules/catalog/manual/manual.service.ts';
import { createPictures } from '#server/modules/catalog/picture.service.ts';
import { createRecords } from '#server/modules/catalog/record.service.ts';
import { createStats } from '#server/modules/catalog/stats.service.ts';
import { createWanted } from '#server/modules/catalog/wanted.service.ts';
import { createConfiguration } from '#server/modules/configuration/configuration.service.ts';
import { createKeeping } from '#server/modules/configuration/keeping.service.ts';
import { notify } from '#server/modules/notifications/notification.service.ts';
import { createProducts } from '#server/modules/plans/product.service.ts';
import { createCarousels } from '#server/modules/search/carousel.service.ts';
import { createSearch } from '#server/modules/search/search.service.ts';
import { createCronReader } from '#server/modules/tasks/cron.service.ts';
import { createEngine } from '#server/modules/tasks/engine.ts';
import { openBus } from '#server/platform/bus/bus.ts';
import { cannotServe } from '#server/platform/db/away.ts';
import { createLeaving } from '#server/platform/http/leaving.ts';
import { tagKeyOf } from '#server/platform/http/render.ts';
import { createHttp } from '#server/platform/http/server.ts';
import { createLatency } from '#server/platform/latency.ts';
import { createLevels } from '#server/platform/log-levels.ts';
import { createLogLines } from '#server/platform/log-lines.ts';
import { createForeign } from '#server/platform/outbound/foreign.ts';
import { createRealtime } from '#server/platform/realtime/realtime.ts';
import { createBillingParts } from './billing.ts';
import type { Parts } from './compose.parts.ts';
import { docsRoutes, missingPage } from './docs.ts';
import { createEditing } from './editing.ts';
import { onEvents } from './events.ts';
import examples from './examples.generated.json' with { type: 'json' };
import { createFacades } from './facades.ts';
import { createFeeds } from './feeds.ts';
import { DEGRADED_BY } from './health.routes.ts';
import { imageStoreOf } from './image-settings.ts';
import { followRecords } from './import.ts';
import { answeredLines, followCalls } from './lines.ts';
import { liveRoutes } from './live.routes.ts';
import { logTableOf, packageLevelsOf } from './logs.ts';
import { mcpRoutes } from './mcp/mcp.routes.ts';
import { createMetricsParts } from './metrics.routes.ts';
import { createNotices } from './notices.ts';
import { createPeople } from './people.ts';
import { presentsOf } from './presents.ts';
import { isMeasured, MOMENTARY_EXAMPLES } from './public.routes.ts';
import { createPublicLimit } from './public-limit.ts';
import { recorded } from './recorded.ts';
import { servedBy } from './role.ts';
import { createRoutes } from './routes.ts';
import { SETTINGS } from './settings.ts';
import { siteRoutes } from './site.ts';
import { createSources } from './sources.ts';
import { tasksOf } from './tasks.ts';
import { createTerms } from './terms.ts';

/** Puts the product together: every service once, in order, and HTTP on top. Nothing listens yet. */
export const compose = async ({ config, db, secret, logs, version, now = db.now, ledger, ...given }: Parts) => {
  const { replicas = null } = given;
  /** Where the catalogue is read for answers; whatever writes, and editors, read `db`. */
  const reads = replicas?.reads ?? db;
  const configuration = createConfiguration({ db, settings: SETTINGS });
  await configuration.install();
  // Closed only when what follows fails.
  await using begun = new AsyncDisposableStack();
  const lines = given.lines ?? createLogLines();
  const logTable = logTableOf({ config, configuration, db, lines, logs, now });
  begun.defer(logTable.close);
  const packageLevels = await packageLevelsOf({ db, levels: given.levels ?? createLevels(config.logLevel), logs, now });
  begun.defer(packageLevels.close);
  const bus = await openBus({ db, log: logs({ module: 'bus', category: 'other' }) });
  begun.defer(bus.stop);
  const { isCurrent } = bus;
  const people = await createPeople({ config, db, secret, logs, configuration, now, isCurrent, ledger });
  begun.defer(people.close);
  const selling = createBillingParts({
    ...{ settings: config.payments, publicUrl: config.publicUrl, db, secret },
    ...{ tokens: people.tokens, mail: people.mail, configuration, now },
    log: logs({ module: 'billing', category: 'user' }),
  });
  const catalogLog = logs({ module: 'catalog', category: 'other' });
  const keeping = createKeeping({ ...people.accounts, db, settings: SETTINGS, reload: configuration.reload });
  const visibility = visibilityOf(configuration, config.publicUrl);
  const wanted = createWanted({ db, isLow: () => db.disk() !== 'roomy', log: catalogLog });
  const records = createRecords({ db: reads, visibility, onWanted: wanted.remember });
  const pictures = createPictures({
    ...{ db, now, log: catalogLog },
    store: imageStoreOf(config, now),
    fetchFile:
      given.fetchFile ??
      createForeign({ maxBytes: LARGEST_PICTURE, friends: config.images.hosts, userAgent: `Kinodex/${version}` }),
  });
  const ids = createIds({ db: reads, records });
  const images = createImages({ db: reads, pictures, visibility, onWanted: wanted.remember });
  const changes = createChanges({ db, visibility, days: feedDaysOf(configuration), now });
  const feeds = createFeeds({ config, configuration, changes, db, secret, people, version, now, logs });
  const editing = createEditing({
    ...{ db, configuration, visibility, pictures, now },
    accounts: people.accounts,
    sources: createSources(config, languagesOf(configuration)),
    log: logs({ module: 'catalog.fetch', category: 'reprocess' }),
  });
  const manual = createManual({
    ...{ db, fetching: editing.fetching, follow: followRecords },
    begin: () => engine.tasks.begin('MANUAL_UPDATE', { reason: 'PRODUCT', arguments: '--only=waiting' }),
    log: logs({ module: 'catalog.manual', category: 'reprocess' }),
  });
  const search = createSearch({ db: reads, visibility, keeping: { isCurrent, log: catalogLog } });
  const facades = createFacades({ configuration, records, search, ids, images, publicUrl: config.publicUrl });
  const carousels = createCarousels({ db, visibility });
  const engine = createEngine({
    db: { ...db.necessary, connection: db.connection },
    types: tasksOf({
      ...{ ...people, config, configuration, db, now, visibility, carousels, changes, manual, editing, pictures },
      ...{ billing: selling.billing, fetching: editing.fetching, logTable },
    }),
    ...{ notify, now, logs },
    onEnded: (...ended) => metrics.ended(...ended),
    callsOf: people.accounts.emailsOf,
    timeZone: config.timeZone,
  });
  const taskNode = engine.createNode();
  const stats = createStats({ db: reads, visibility, now, log: catalogLog });
  const terms = createTerms({ stats, provider: config.payments.provider });
  const latency = createLatency({ now });
  const leaving = createLeaving({ now });
  const origin = new URL(config.publicUrl).origin;
  const realtime = createRealtime({
    ...{ topics: TOPICS, admit: people.sessions.admit, origin, now },
    log: logs({ module: 'realtime', category: 'other' }),
  });
  const notices = createNotices({
    ...{ db, now, quota: people.quota, hub: realtime.hub, people },
    log: logs({ module: 'notifications', category: 'other' }),
  });
  const tried = createRecords({ db: reads, visibility, onWanted: () => {} });
  const site = { tried, carousels, products: createProducts({ db }), stats, latency };
  const actions = createActions({ db: db.necessary, now });
  const allRoutes = createRoutes({
    ...{ ...people, ...site, notifications: notices.notifications },
    ...{ configuration, keeping, records, ids, images, changes, editing, manual, engine, search, terms },
    ...{ leaving, feeds, actions, fresh: createFresh({ db, visibility, manual }) },
    cron: createCronReader({ timeZone: config.timeZone, now }),
    ...{ selling: selling.routes, billing: selling.billing, facades: facades.routes, logTable, packageLevels },
    health: db.health,
    degraded: () => DEGRADED_BY[db.disk()],
  });
  const presents = presentsOf({ ...people, ...selling, levels: packageLevels, keeping, tasks: engine.tasks });
  const routes = recorded(allRoutes, { actions, presents });
  const metrics = createMetricsParts({
    ...{ config, db, replicas, bus, stats, version, people, logTable, realtime, routes, feeds },
  });

  const pages = [
    ...docsRoutes({
      ...{ endpoints: ENDPOINTS, publicUrl: config.publicUrl, version, facades },
      examples: { ...examples, ...MOMENTARY_EXAMPLES },
    }),
    ...siteRoutes({ publicUrl: config.publicUrl }),
    ...liveRoutes(),
    ...mcpRoutes({ app: () => app, version, origin }),
    ...metrics.routes,
  ];

  const sayAnswered = answeredLines(logs({ module: 'http.answered', category: 'other' }));
  const calls = followCalls(logs({ module: 'outbound', category: 'other' }));
  begun.defer(calls.stop);
  const { app, cache, served } = createHttp({
    routes: servedBy(config.role, [...routes, ...pages]),
    authenticate: facades.gated({
      ...people.authenticate,
      ...selling.authenticate,
      metrics: metrics.gate,
      public: createPublicLimit({ configuration, carousels, now }),
    }),
    quota: metrics.counting(notices.quota),
    ...{ origin, now },
    trustedProxies: config.trustedProxies,
    onAnswered: (answered) => {
      people.audit.record(answered);
      people.calls.record(answered);
      sayAnswered(answered);
      metrics.record(answered.request.method, answered.path, answered.code, answered.elapsed);
      if (isMeasured(answered)) latency.record(answered.elapsed);
    },
    ...{ isUnavailable: cannotServe, isBack: db.health, missing: missingPage() },
    facades: facades.tell,
    isLeaving: leaving.isLeaving,
    upgrades: { path: live.path, take: realtime.take },
    tagKey: tagKeyOf(secret),
    log: logs({ module: 'http', category: 'other' }),
  });

  const telling = engine.createLive(realtime.hub);
  onEvents(bus, {
    ...people,
    answers: cache,
    ...{ search, carousels, stats, configuration, packageLevels, replicas },
    tasks: { look: taskNode.look, tell: telling.changed },
    news: notices.news,
    realtime,
    streams: feeds,
    log: logs({ module: 'configuration', category: 'other' }),
  });
  // What was there before is told to nobody.
  telling.changed();

  begun.move();
  return {
    app,
    served,
    ...people,
    ...{ records, search, selling, terms },
    /** Lines that are added here are kept. */
    lines,
    logTable,
    leaving,
    realtime,
    feeds,
    /** The node begins when it is started. */
    tasks: { engine, node: taskNode },
    /** Ends what runs beside requests, then HTTP; the database stays open. */
    close: async (): Promise<void> => {
      // The server waits for connections that go on.
      await Promise.all([realtime.close(), feeds.close()]);
      await app.close();
      metrics.close();
      calls.stop();
      await taskNode.stop();
      await telling.idle();
      await notices.close();
      await editing.close();
      await wanted.idle();
      await stats.idle();
      await people.close();
      await bus.stop();
      packageLevels.close();
      await logTable.close();
    },
  };
};

export type Product = Awaited<ReturnType<typeof compose>>;
