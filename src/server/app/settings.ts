import { FACADE_SETTINGS } from '#server/facades/facade.config.ts';
import { ACCOUNT_SETTINGS } from '#server/modules/accounts/account.config.ts';
import { AUDIT_SETTINGS } from '#server/modules/audit/audit.config.ts';
import { RECEIPT_SETTINGS } from '#server/modules/billing/receipt.config.ts';
import { CATALOG_SETTINGS } from '#server/modules/catalog/catalog.config.ts';
import { FRONT_SETTINGS } from '#server/modules/configuration/configuration.config.ts';
import type { Setting } from '#server/modules/configuration/configuration.service.ts';
import { FEED_SETTINGS } from '#server/modules/feeds/feed.config.ts';
import { LOGS_SETTINGS } from '#server/modules/logs/logs.config.ts';
import { NOTIFICATION_SETTINGS } from '#server/modules/notifications/notification.config.ts';
import { QUOTA_SETTINGS } from '#server/modules/quota/quota.config.ts';
import { WEBHOOK_SETTINGS } from '#server/modules/webhooks/webhook.config.ts';
import { PUBLIC_SETTINGS } from './public-limit.ts';
import { SITE_SETTINGS } from './site-texts.ts';

/** Every key of the table `configuration` that the product reads. */
export const SETTINGS: readonly Setting[] = [
  ...ACCOUNT_SETTINGS,
  ...QUOTA_SETTINGS,
  ...AUDIT_SETTINGS,
  ...LOGS_SETTINGS,
  ...NOTIFICATION_SETTINGS,
  ...CATALOG_SETTINGS,
  ...FEED_SETTINGS,
  ...WEBHOOK_SETTINGS,
  ...FRONT_SETTINGS,
  ...PUBLIC_SETTINGS,
  ...SITE_SETTINGS,
  ...RECEIPT_SETTINGS,
  ...FACADE_SETTINGS,
];
