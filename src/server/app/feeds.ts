import { streamsOf } from '#server/modules/feeds/feed.config.ts';
import { streamRoutes } from '#server/modules/feeds/stream.routes.ts';
import { createStreams } from '#server/modules/feeds/stream.service.ts';
import { createWebhookParts, type WebhookServices } from './webhooks.ts';

/** How what has changed comes to those who wait for it. */
export const createFeeds = (parts: WebhookServices) => {
  const { configuration, changes, logs } = parts;
  const streams = createStreams({
    changes,
    most: streamsOf(configuration),
    log: logs({ module: 'feeds', category: 'other' }),
  });
  const webhooks = createWebhookParts(parts);
  return {
    streams,
    /** What sends to webhooks, when it is started. */
    delivery: webhooks.delivery,
    /** Figures of it. */
    figures: webhooks.figures,
    routes: [...streamRoutes(streams), ...webhooks.routes],
    changed: (): void => {
      streams.changed();
      void webhooks.delivery.look();
    },
    recheck: streams.recheck,
    close: async (): Promise<void> => {
      await Promise.all([streams.close(), webhooks.close()]);
    },
  };
};

export type Feeds = ReturnType<typeof createFeeds>;
