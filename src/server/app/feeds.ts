import type { Changes } from '#server/modules/catalog/change.service.ts';
import type { Configuration } from '#server/modules/configuration/configuration.service.ts';
import { streamsOf } from '#server/modules/feeds/feed.config.ts';
import { streamRoutes } from '#server/modules/feeds/stream.routes.ts';
import { createStreams } from '#server/modules/feeds/stream.service.ts';
import type { Logs } from '#server/platform/log.ts';

interface Parts {
  readonly configuration: Configuration;
  readonly changes: Changes;
  readonly logs: Logs;
}

/** How what has changed comes to those who wait for it. */
export const createFeeds = ({ configuration, changes, logs }: Parts) => {
  const streams = createStreams({
    changes,
    most: streamsOf(configuration),
    log: logs({ module: 'feeds', category: 'other' }),
  });
  return { streams, routes: streamRoutes(streams) };
};

export type Feeds = ReturnType<typeof createFeeds>;
