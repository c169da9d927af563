import { nearest } from '#server/kernel/near.ts';
import type { Environment } from './config.ts';

/** Every setting of the environment; docs/operating.md explains each. */
export const SETTING_NAMES = [
  'PORT',
  'HOST',
  'PUBLIC_URL',
  'KINODEX_DATA',
  'DATABASE_URL',
  'DATABASE_REPLICA_URLS',
  'KINODEX_SECRET',
  'KINODEX_ADMIN_EMAIL',
  'KINODEX_ADMIN_PASSWORD',
  'SIGNUP',
  'OIDC_ISSUER',
  'OIDC_CLIENT_ID',
  'OIDC_CLIENT_SECRET',
  'OIDC_NAME',
  'OIDC_SIGNUP',
  'OIDC_ROLE_CLAIM',
  'OIDC_ROLES',
  'KINODEX_ROLE',
  'SERVER_TIME_ZONE',
  'TRUSTED_PROXIES',
  'METRICS_TOKEN',
  'PAYMENT_PROVIDER',
  'PAYPAL_BASE_URL',
  'PAYPAL_CLIENT_ID',
  'PAYPAL_CLIENT_SECRET',
  'PAYPAL_WEBHOOK_ID',
  'SMTP_URL',
  'MAIL_FROM',
  'REDIS_URL',
  'CLICKHOUSE_URL',
  'IMDB_DATASETS_URL',
  'TMDB_BASE_URL',
  'TMDB_TOKEN',
  'OMDB_BASE_URL',
  'OMDB_KEY',
  'WIKIDATA_BASE_URL',
  'WIKIDATA_CONTACT',
  'WIKIDATA_QUERY_URL',
  'WIKIPEDIA_BASE_URL',
  'IMAGE_STORE',
  'IMAGE_STORE_REGION',
  'IMAGE_STORE_KEY_ID',
  'IMAGE_STORE_SECRET',
  'IMAGE_HOSTS',
  'WEBHOOK_HOSTS',
  'PUBLIC_IP_URL',
  'LOG_LEVEL',
  'STOP_DELAY',
] as const;

const OURS = /^(?:KINODEX|PAYPAL|OIDC)_/;
/** What a machine sets by itself, or the tests and the build do, however near it is to one of ours. */
const OTHERS = new Set(['HOME', 'HOSTNAME', 'KINODEX_TEST_DATA']);

/** What was probably meant as a setting and is none, each as a line for the operator. Values are not shown. */
export const strangersIn = (environment: Environment): readonly string[] =>
  Object.keys(environment)
    .sort()
    .flatMap((name) => {
      if (OTHERS.has(name) || SETTING_NAMES.some((known) => known === name)) return [];
      const meant = nearest(
        name,
        SETTING_NAMES.filter((known) => environment[known] === undefined),
      );
      if (meant !== null) return [`${name} is no setting and has no effect (did you mean ${meant}?)`];
      return OURS.test(name) ? [`${name} is no setting and has no effect`] : [];
    });
