import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Webhook } from 'standardwebhooks';
import { createChanges } from '#server/modules/catalog/change.service.ts';
import { createMail } from '#server/modules/mail/mail.service.ts';
import type { Database } from '#server/platform/db/database.ts';
import { createPost, type PostOptions } from '#server/platform/outbound/post.ts';
import { silentLog } from '#test/support/log.ts';
import { createDelivery } from './delivery.ts';
import { createDeliveryLog } from './log.service.ts';
import { createSending } from './sending.ts';
import { tellingDisabled } from './webhook.alerts.ts';
import { createSecrets } from './webhook.secret.ts';
import { createWebhooks } from './webhook.service.ts';

export interface Got {
  readonly path: string;
  readonly id: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  readonly event: { readonly type: string; readonly timestamp: string; readonly data: { readonly imdbId: string } };
}

/** How a receiver answers; a number is a status. */
export type Answer = (got: Got, response: ServerResponse, request: IncomingMessage) => number | undefined;

/** Somebody who is sent events. */
export const startReceiver = async () => {
  const got: Got[] = [];
  const state: { answer: Answer } = { answer: () => 204 };
  const server = createServer({ keepAliveTimeout: 60_000 }, async (request, response) => {
    let body = '';
    for await (const part of request.setEncoding('utf8')) body += part;
    const headers = request.headers as Record<string, string>;
    const one = { path: request.url ?? '', id: headers['webhook-id'] ?? '', headers, body, event: JSON.parse(body) };
    got.push(one);
    const status = state.answer(one, response, request);
    if (status !== undefined) response.writeHead(status).end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    host,
    url: `http://${host}/hook`,
    got,
    answer: (how: Answer): void => {
      state.answer = how;
    },
    clear: (): void => void got.splice(0),
    verified: ({ body, headers }: Got, secret: string): unknown => new Webhook(secret).verify(body, { ...headers }),
    close: (): Promise<void> =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
};

export const HOUR = 3_600_000;
const SECRET = 'a secret of at least 32 characters';

interface Means extends Partial<Pick<PostOptions, 'friends' | 'resolve' | 'timeout'>> {
  readonly mail?: boolean;
  readonly waits?: 'LEAVING' | 'UNCONFIRMED';
  readonly found?: readonly string[];
}

/** Webhooks on a database, at a time that the test sets. */
export const webhooksOn = (db: Database, { friends = [], timeout = 1_000, ...means }: Means) => {
  const clock = { ms: Date.now() };
  const now = (): Date => new Date(clock.ms);
  const changes = createChanges({ db, visibility: () => ({ sources: null }), days: () => 90, now });
  const secrets = createSecrets(SECRET);
  const post = createPost({ called: 'webhooks', friends, timeout, ...(means.resolve && { resolve: means.resolve }) });
  const send = createSending({ post, secrets, userAgent: 'Kinodex/tests', now });
  const webhooks = createWebhooks({
    ...{ db, changes, secrets, send, post, friends, now, most: () => 3 },
    tokens: { waits: async () => means.waits ?? null },
    resolve: async () => (means.found ?? ['93.184.216.34']).map((address) => ({ address })),
  });
  const tell = tellingDisabled(createMail({ isOn: means.mail ?? false, now }));
  const node = () =>
    createDelivery({ ...{ db, changes, send, tell, now, log: silentLog }, random: () => 0.5, days: () => 30 });
  const delivery = node();
  return {
    clock,
    webhooks,
    log: createDeliveryLog({ db, webhooks }),
    post,
    node,
    /** One look at what is to be done, and all that follows from it. */
    round: async (by = delivery): Promise<void> => {
      by.start();
      await by.look();
      await by.idle();
    },
    later: (ms: number): void => {
      clock.ms += ms;
    },
    /** Changes as a writer of records makes them; the ids that they were given. */
    write: async (keys: readonly number[], action = 'update'): Promise<number[]> => {
      const { rows } = await db.query<{ id: number }>(
        `insert into change (kind, record_id, action, at)
          select 'movie', key, $2, $3 from unnest($1::bigint[]) with ordinality u(key, n) order by n returning id`,
        [keys, action, now()],
      );
      return rows.map(({ id }) => id);
    },
    close: async (): Promise<void> => {
      await delivery.stop(0);
      post.close();
    },
  };
};
