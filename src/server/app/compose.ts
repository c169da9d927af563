import { ENDPOINTS } from '#contracts/index.ts';
import { createAccounts } from '#server/modules/accounts/account.service.ts';
import { CATALOG_SETTINGS, visibilityOf } from '#server/modules/catalog/catalog.config.ts';
import { createChanges } from '#server/modules/catalog/change.service.ts';
import { createImages } from '#server/modules/catalog/image.service.ts';
import { createRecords } from '#server/modules/catalog/record.service.ts';
import { createWanted } from '#server/modules/catalog/wanted.service.ts';
import { createConfiguration } from '#server/modules/configuration/configuration.service.ts';
import { createSearch } from '#server/modules/search/search.service.ts';
import { tokenOf } from '#server/modules/tokens/credential.ts';
import { createTokens } from '#server/modules/tokens/token.service.ts';
import { isDatabaseAway, isDiskFull } from '#server/platform/db/away.ts';
import type { Database } from '#server/platform/db/database.ts';
import { createHttp } from '#server/platform/http/server.ts';
import type { Log } from '#server/platform/log.ts';
import type { Config } from './config.ts';
import { registerDocs } from './docs.ts';
import examples from './examples.generated.json' with { type: 'json' };
import { createRoutes } from './routes.ts';

export interface Parts {
  readonly config: Config;
  readonly db: Database;
  readonly secret: string;
  readonly log: Log;
  readonly version: string;
  readonly now?: () => Date;
}

/** What is told between processes: that the catalogue or the settings have changed. */
export const CATALOGUE_CHANNEL = 'kinodex_catalogue';
export const SETTINGS_CHANNEL = 'kinodex_settings';

/** Puts the product together: every service once, in order, and HTTP on top. Nothing listens yet. */
export const compose = async ({ config, db, secret, log, version, now = () => new Date() }: Parts) => {
  const configuration = createConfiguration({ db, settings: CATALOG_SETTINGS });
  await configuration.install();
  const visibility = visibilityOf(configuration, config.publicUrl);
  const accounts = createAccounts();
  const tokens = createTokens({ db, secret });
  const wanted = createWanted({ db, log });
  const records = createRecords({ db, visibility, onWanted: wanted.remember });
  const images = createImages({ db, visibility });
  const changes = createChanges({ db, now });
  const search = createSearch({ db, visibility });
  const routes = createRoutes({ records, images, changes, search, health: db.health });

  const { app, cache, served } = createHttp({
    routes,
    authenticate: { token: (request) => tokens.authenticate(tokenOf(request)) },
    // Plans and their limits come with the quotas; until then nobody's requests run out.
    spend: () => ({}),
    isUnavailable: (error) => isDatabaseAway(error) || isDiskFull(error),
    log,
  });
  registerDocs(app, { endpoints: ENDPOINTS, publicUrl: config.publicUrl, version, examples });

  const forget = (): void => {
    cache.clear();
    search.forget();
  };
  const stops = await Promise.all([
    db.listen(CATALOGUE_CHANNEL, forget, forget),
    db.listen(SETTINGS_CHANNEL, reloadSettings, reloadSettings),
  ]);
  function reloadSettings(): void {
    configuration
      .reload()
      .then(forget, (error: unknown) => log.error({ err: error }, 'the settings could not be read again'));
  }

  return {
    app,
    served,
    accounts,
    tokens,
    records,
    search,
    /** Ends what runs beside requests, then HTTP; the database stays open. */
    close: async (): Promise<void> => {
      await app.close();
      await wanted.settle();
      await Promise.all(stops.map((stop) => stop()));
    },
  };
};

export type Product = Awaited<ReturnType<typeof compose>>;
