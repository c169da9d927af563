import type { Degraded } from '#contracts/health.api.ts';
import { accountRoutes } from '#server/modules/accounts/account.routes.ts';
import { factorRoutes } from '#server/modules/accounts/factor.routes.ts';
import { identityRoutes } from '#server/modules/accounts/identity.routes.ts';
import { ownRoutes } from '#server/modules/accounts/own.routes.ts';
import { profileRoutes } from '#server/modules/accounts/profile.routes.ts';
import { userRoutes } from '#server/modules/accounts/user.routes.ts';
import { userListRoutes } from '#server/modules/accounts/user-list.routes.ts';
import { actionRoutes } from '#server/modules/actions/action.routes.ts';
import type { Actions } from '#server/modules/actions/action.service.ts';
import { auditRoutes } from '#server/modules/audit/audit.routes.ts';
import { changeRoutes } from '#server/modules/catalog/change.routes.ts';
import type { Changes } from '#server/modules/catalog/change.service.ts';
import { editorRoutes } from '#server/modules/catalog/editor/editor.routes.ts';
import { fetchRoutes } from '#server/modules/catalog/fetch/fetch.routes.ts';
import { freshRoutes } from '#server/modules/catalog/fresh/fresh.routes.ts';
import type { Fresh } from '#server/modules/catalog/fresh/fresh.service.ts';
import { idRoutes } from '#server/modules/catalog/ids/ids.routes.ts';
import type { Ids } from '#server/modules/catalog/ids/ids.service.ts';
import { imageRoutes } from '#server/modules/catalog/image.routes.ts';
import type { Images } from '#server/modules/catalog/image.service.ts';
import { manualRoutes } from '#server/modules/catalog/manual/manual.routes.ts';
import type { Manual } from '#server/modules/catalog/manual/manual.service.ts';
import { recordRoutes } from '#server/modules/catalog/record.routes.ts';
import type { Records } from '#server/modules/catalog/record.service.ts';
import { configurationRoutes } from '#server/modules/configuration/configuration.routes.ts';
import type { Configuration } from '#server/modules/configuration/configuration.service.ts';
import type { Keeping } from '#server/modules/configuration/keeping.service.ts';
import { levelRoutes } from '#server/modules/logs/level.routes.ts';
import type { PackageLevels } from '#server/modules/logs/level.service.ts';
import { logRoutes } from '#server/modules/logs/log.routes.ts';
import type { LogTable } from '#server/modules/logs/log.service.ts';
import { notificationRoutes } from '#server/modules/notifications/notification.routes.ts';
import type { Notifications } from '#server/modules/notifications/notification.service.ts';
import { preferenceRoutes } from '#server/modules/preferences/preference.routes.ts';
import { managerRoutes } from '#server/modules/quota/manager.routes.ts';
import { usageRoutes } from '#server/modules/quota/usage.routes.ts';
import { searchRoutes } from '#server/modules/search/search.routes.ts';
import type { Search } from '#server/modules/search/search.service.ts';
import { cronRoutes } from '#server/modules/tasks/cron.routes.ts';
import type { CronReader } from '#server/modules/tasks/cron.service.ts';
import type { Engine } from '#server/modules/tasks/engine.ts';
import { taskRoutes } from '#server/modules/tasks/task.routes.ts';
import { keyRoutes } from '#server/modules/tokens/key.routes.ts';
import { tokenRoutes } from '#server/modules/tokens/token.routes.ts';
import { userTokenRoutes } from '#server/modules/tokens/user-token.routes.ts';
import type { Leaving } from '#server/platform/http/leaving.ts';
import type { Route } from '#server/platform/http/route.ts';
import { dashboardRoutes } from './dashboard.routes.ts';
import type { CatalogueEditing } from './editing.ts';
import type { Feeds } from './feeds.ts';
import { healthRoutes } from './health.routes.ts';
import { type OwnDataServices, ownDataRoutes } from './own-data.ts';
import type { People } from './people.ts';
import { type PublicSite, publicRoutes } from './public.routes.ts';
import { siteTextRoutes } from './site-texts.ts';
import { statusRoutes } from './status.routes.ts';
import { type Terms, termsRoutes } from './terms.ts';

export interface Services
  extends Pick<
      People,
      | 'accounts'
      | 'sessions'
      | 'tokens'
      | 'quota'
      | 'audit'
      | 'users'
      | 'userList'
      | 'userToken'
      | 'keys'
      | 'manager'
      | 'profiles'
      | 'preferences'
    >,
    OwnDataServices,
    PublicSite {
  readonly configuration: Configuration;
  readonly keeping: Keeping;
  readonly notifications: Notifications;
  readonly records: Records;
  readonly ids: Ids;
  readonly images: Images;
  readonly changes: Changes;
  readonly feeds: Feeds;
  readonly editing: CatalogueEditing;
  readonly manual: Manual;
  readonly fresh: Fresh;
  readonly engine: Engine;
  readonly cron: CronReader;
  readonly search: Search;
  readonly actions: Actions;
  readonly selling: readonly Route[];
  readonly facades: readonly Route[];
  readonly logTable: LogTable;
  readonly packageLevels: PackageLevels;
  readonly health: () => Promise<boolean>;
  readonly leaving: Leaving;
  readonly terms: Terms;
  readonly degraded: () => readonly Degraded[];
}

/** Everything that is served, module by module. */
export const createRoutes = (services: Services): readonly Route[] => [
  ...recordRoutes(services.records),
  ...idRoutes(services.ids, services.records.told),
  ...searchRoutes(services.search, services.records.told),
  ...changeRoutes(services.changes),
  ...freshRoutes(services.fresh),
  ...services.feeds.routes,
  ...imageRoutes(services.images),
  ...usageRoutes(services.quota),
  ...services.facades,
  ...healthRoutes(services.health, services.leaving, services.degraded),
  ...publicRoutes(services),
  ...statusRoutes(services),
  ...siteTextRoutes(services.configuration),
  ...accountRoutes(services),
  ...ownRoutes(services),
  ...ownDataRoutes(services),
  ...userTokenRoutes(services.userToken),
  ...keyRoutes(services.keys),
  ...userRoutes(services.users),
  ...userListRoutes(services),
  ...factorRoutes(services.accounts.factor),
  ...identityRoutes(services.accounts.identities),
  ...tokenRoutes(services.tokens),
  ...managerRoutes(services.manager),
  ...profileRoutes(services.profiles),
  ...preferenceRoutes(services.preferences),
  ...actionRoutes(services.actions),
  ...services.selling,
  ...termsRoutes(services.terms),
  ...dashboardRoutes(services),
  ...auditRoutes(services.audit),
  ...logRoutes(services.logTable),
  ...levelRoutes(services.packageLevels),
  ...editorRoutes(services.editing),
  ...fetchRoutes(services.editing.fetching),
  ...manualRoutes(services.manual),
  ...taskRoutes(services.engine),
  ...cronRoutes(services.cron),
  ...notificationRoutes(services.notifications),
  ...configurationRoutes(services.configuration, services.keeping),
];
