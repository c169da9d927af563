import type { Changes } from '#server/modules/catalog/change.service.ts';
import type { Configuration } from '#server/modules/configuration/configuration.service.ts';
import type { Mail } from '#server/modules/mail/mail.service.ts';
import type { Tokens } from '#server/modules/tokens/token.service.ts';
import { createDelivery, TRY_MS } from '#server/modules/webhooks/delivery.ts';
import { createDeliveryLog, readBacklog } from '#server/modules/webhooks/log.service.ts';
import { createSending } from '#server/modules/webhooks/sending.ts';
import { tellingDisabled } from '#server/modules/webhooks/webhook.alerts.ts';
import { webhookLimitsOf } from '#server/modules/webhooks/webhook.config.ts';
import { webhookRoutes } from '#server/modules/webhooks/webhook.routes.ts';
import { createSecrets } from '#server/modules/webhooks/webhook.secret.ts';
import { createWebhooks } from '#server/modules/webhooks/webhook.service.ts';
import type { Database } from '#server/platform/db/database.ts';
import type { Logs } from '#server/platform/log.ts';
import { createPost } from '#server/platform/outbound/post.ts';
import type { Config } from './config.ts';

export interface WebhookServices {
  readonly config: Pick<Config, 'webhookHosts'>;
  readonly configuration: Configuration;
  readonly changes: Changes;
  readonly db: Database;
  readonly secret: string;
  readonly people: { readonly mail: Mail; readonly tokens: Tokens };
  readonly version: string;
  readonly now: () => Date;
  readonly logs: Logs;
}

/** Webhooks, and what sends to them. The node sends when it is started. */
export const createWebhookParts = ({ config, configuration, changes, db, now, logs, ...given }: WebhookServices) => {
  const friends = config.webhookHosts;
  const secrets = createSecrets(given.secret);
  const post = createPost({ called: 'webhooks', friends, timeout: TRY_MS });
  const send = createSending({ post, secrets, userAgent: `Kinodex/${given.version}`, now });
  const { most, days } = webhookLimitsOf(configuration);
  const webhooks = createWebhooks({
    ...{ db, changes, tokens: given.people.tokens, secrets, send, post, friends, most, now },
  });
  const delivery = createDelivery({
    ...{ db, changes, send, tell: tellingDisabled(given.people.mail), random: Math.random, days, now },
    log: logs({ module: 'webhooks', category: 'user' }),
  });
  return {
    delivery,
    figures: {
      tries: delivery.counts,
      waiting: async (): Promise<number> => (await readBacklog(db)).waiting,
    },
    routes: webhookRoutes(webhooks, createDeliveryLog({ db, webhooks })),
    close: async (): Promise<void> => {
      await delivery.stop();
      post.close();
    },
  };
};
