import { askToConfirm, changePassword, invalidateToken, userToken, userTokenRequestsExport } from './account.api.ts';
import { ACTION_ENDPOINTS } from './actions.api.ts';
import { audit, auditClients, auditExport, auditHistogram } from './audit.api.ts';
import { invitation, refresh, signIn, signOut, signUp } from './auth.api.ts';
import { paymentMethod, payments, paymentsExport, purchase, purchaseError, purchaseSuccess } from './billing.api.ts';
import { CONFIGURATION_ENDPOINTS } from './configuration.api.ts';
import { cron } from './cron.api.ts';
import { dashboard } from './dashboard.api.ts';
import { discover, genres, popular, search, suggest, top } from './discover.api.ts';
import { EDITOR_ENDPOINTS } from './editor.api.ts';
import type { EndpointShape } from './endpoint.ts';
import { FACTOR_ENDPOINTS } from './factor.api.ts';
import { batch, changes, changesStream } from './feed.api.ts';
import { FETCH_ENDPOINTS } from './fetch.api.ts';
import { externalIds, find } from './find.api.ts';
import { freshness, recordRefresh } from './fresh.api.ts';
import { health } from './health.api.ts';
import { IDENTITY_ENDPOINTS } from './identity.api.ts';
import { image, publicImage } from './image.api.ts';
import { IMDB_ENDPOINTS } from './imdb.api.ts';
import { KEY_ENDPOINTS } from './keys.api.ts';
import { confirmAddress, forgotPassword, passwordLink, resetPassword, userPasswordLink } from './link.api.ts';
import { LOGGING_ENDPOINTS } from './logging.api.ts';
import { LOG_ENDPOINTS } from './logs.api.ts';
import { LOOKUP_ENDPOINTS } from './lookup.api.ts';
import {
  manager,
  managerIp,
  managerPairsExport,
  managerToken,
  managerTokenIp,
  managerTokensExport,
} from './manager.api.ts';
import { MANUAL_ENDPOINTS } from './manual.api.ts';
import {
  movie,
  movieAllInOne,
  movieComingSoon,
  movieEpisode,
  movieEpisodeOfYear,
  moviePartEndpoints,
  movieSearch,
  movieSeason,
  movieSeasonYear,
  tmdbEpisode,
} from './movie.api.ts';
import { name, nameAllInOne, namePartEndpoints, nameSearch } from './name.api.ts';
import { NOTIFICATION_ENDPOINTS } from './notification.api.ts';
import { OWN_ENDPOINTS } from './own.api.ts';
import { OWN_DATA_ENDPOINTS } from './own-data.api.ts';
import { paidActives, paidActivesExport } from './paid.api.ts';
import {
  productDelete,
  productSave,
  products,
  productsExport,
  roleDelete,
  roleSave,
  roles,
  rolesExport,
} from './plans.api.ts';
import { PREFERENCE_ENDPOINTS } from './preference.api.ts';
import { profile, profileChange } from './profile.api.ts';
import { features, latency, movieCarousel, nameCarousel, publicSuggest, stats, tryIt } from './public.api.ts';
import { ROSTER_ENDPOINTS } from './roster.api.ts';
import { siteText, status } from './status.api.ts';
import { TASK_ENDPOINTS } from './task.api.ts';
import { TASK_RUN_ENDPOINTS } from './task-run.api.ts';
import { unpaidSources } from './terms.api.ts';
import { usage } from './usage.api.ts';
import {
  cacheEvict,
  clock,
  tokenName,
  tokenRegistration,
  tokenRegistrationExport,
  user,
  userChange,
  userDelete,
  userRequestsIp,
  userRequestsIpExport,
  userRequestsToken,
  userRequestsTokenExport,
  userSuggest,
} from './users.api.ts';
import { WEBHOOK_ENDPOINTS } from './webhooks.api.ts';

/** Every endpoint of the product: the API at a glance. */
export const ENDPOINTS: readonly EndpointShape[] = [
  movie,
  ...Object.values(moviePartEndpoints),
  movieSeason,
  movieSeasonYear,
  movieEpisode,
  movieEpisodeOfYear,
  tmdbEpisode,
  movieSearch,
  movieComingSoon,
  movieAllInOne,
  name,
  ...Object.values(namePartEndpoints),
  nameSearch,
  nameAllInOne,
  search,
  suggest,
  discover,
  top,
  popular,
  genres,
  find,
  batch,
  changes,
  changesStream,
  freshness,
  recordRefresh,
  image,
  publicImage,
  usage,
  health,
  movieCarousel,
  nameCarousel,
  features,
  stats,
  latency,
  status,
  siteText,
  tryIt,
  publicSuggest,
  signIn,
  signUp,
  invitation,
  forgotPassword,
  passwordLink,
  resetPassword,
  confirmAddress,
  refresh,
  signOut,
  changePassword,
  askToConfirm,
  ...IDENTITY_ENDPOINTS,
  ...OWN_ENDPOINTS,
  ...OWN_DATA_ENDPOINTS,
  userToken,
  userTokenRequestsExport,
  invalidateToken,
  ...KEY_ENDPOINTS,
  ...WEBHOOK_ENDPOINTS,
  purchase,
  purchaseSuccess,
  purchaseError,
  payments,
  paymentsExport,
  paymentMethod,
  user,
  userSuggest,
  userChange,
  userPasswordLink,
  ...FACTOR_ENDPOINTS,
  ...ROSTER_ENDPOINTS,
  ...ACTION_ENDPOINTS,
  userDelete,
  userRequestsToken,
  userRequestsTokenExport,
  userRequestsIp,
  userRequestsIpExport,
  cacheEvict,
  tokenName,
  clock,
  tokenRegistration,
  tokenRegistrationExport,
  manager,
  managerTokensExport,
  managerPairsExport,
  managerToken,
  managerTokenIp,
  managerIp,
  dashboard,
  audit,
  auditExport,
  auditHistogram,
  auditClients,
  ...LOG_ENDPOINTS,
  ...LOGGING_ENDPOINTS,
  profile,
  profileChange,
  ...PREFERENCE_ENDPOINTS,
  products,
  productsExport,
  productSave,
  productDelete,
  roles,
  rolesExport,
  roleSave,
  roleDelete,
  paidActives,
  paidActivesExport,
  unpaidSources,
  ...CONFIGURATION_ENDPOINTS,
  ...NOTIFICATION_ENDPOINTS,
  ...IMDB_ENDPOINTS,
  ...LOOKUP_ENDPOINTS,
  ...FETCH_ENDPOINTS,
  externalIds,
  ...EDITOR_ENDPOINTS,
  ...MANUAL_ENDPOINTS,
  ...TASK_ENDPOINTS,
  ...TASK_RUN_ENDPOINTS,
  cron,
];
