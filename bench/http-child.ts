/**
 * One contender of `http.ts`, in a process of its own: told what to be over the channel, it answers with its port, and
 * later with the CPU time it has used and the statements it has run.
 */
import { createServer, type RequestListener, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { FastifyInstance } from 'fastify';
import pg from 'pg';
import { createFacades } from '#server/app/facades.ts';
import { FACADE_SETTINGS } from '#server/facades/facade.config.ts';
import { createIds } from '#server/modules/catalog/ids/ids.service.ts';
import { createImages } from '#server/modules/catalog/image.service.ts';
import { recordRoutes } from '#server/modules/catalog/record.routes.ts';
import { createRecords } from '#server/modules/catalog/record.service.ts';
import type { Visibility } from '#server/modules/catalog/visibility.ts';
import { createConfiguration } from '#server/modules/configuration/configuration.service.ts';
import { createSearch } from '#server/modules/search/search.service.ts';
import { isDatabaseAway } from '#server/platform/db/away.ts';
import { createDatabase, type Database } from '#server/platform/db/database.ts';
import { tagKeyOf } from '#server/platform/http/render.ts';
import { createHttp } from '#server/platform/http/server.ts';
import { type Contender, POOL_SIZE, type Stats } from './http-contender.ts';
import { log } from './log.ts';
import { peopleOn } from './people.ts';

const visibility: Visibility = { imageBase: 'http://127.0.0.1:8080/api/public/image/', sources: null, adult: false };
let statements = 0;

const counted = (db: Database): Database => ({
  ...db,
  query: (query, values) => {
    statements += 1;
    return db.query(query, values);
  },
});

/** The product's own way from the socket to the database: token, quota, audit and records. */
const product = async ({ connection, cached, audit }: Contender & { as: 'product' }): Promise<number> => {
  const db = createDatabase({ connection, kind: 'server', poolSize: POOL_SIZE, log });
  // What is written beside requests is no statement of theirs.
  const people = await peopleOn(db);
  const records = createRecords({ db: counted(db), visibility: () => visibility, onWanted: () => {} });
  const configuration = createConfiguration({ db, settings: FACADE_SETTINGS });
  await configuration.install();
  const search = createSearch({ db: counted(db), visibility: () => visibility });
  const ids = createIds({ db: counted(db), records });
  const images = createImages({
    ...{ db: counted(db), visibility: () => visibility, onWanted: () => {} },
    pictures: { read: async () => null },
  });
  const publicUrl = 'http://127.0.0.1:8080';
  const facades = createFacades({ configuration, records, search, ids, images, publicUrl });
  const { app } = createHttp({
    routes: [...recordRoutes(records), ...facades.routes],
    authenticate: facades.gated(people.authenticate),
    facades: facades.tell,
    quota: people.quota,
    origin: publicUrl,
    tagKey: tagKeyOf('a secret of benchmarks'),
    ...(audit && { onAnswered: people.audit.record }),
    isUnavailable: isDatabaseAway,
    log,
    // No answer fits into one byte.
    ...(!cached && { cacheBytes: 1 }),
  });
  return portOf(app);
};

const listen = (listener: RequestListener): Promise<number> => {
  const server = createServer(listener);
  const { promise, resolve } = Promise.withResolvers<number>();
  server.listen(0, '127.0.0.1', () => resolve((server.address() as AddressInfo).port));
  return promise;
};

const send = (response: ServerResponse, body: Buffer): void => {
  response.writeHead(200, { 'Content-Type': 'application/json; charset=utf-8', 'Content-Length': body.length });
  response.end(body);
};

const bare = ({ body }: Contender & { as: 'bare' }): Promise<number> => {
  const bytes = Buffer.from(body);
  return listen((_request, response) => send(response, bytes));
};

/** The least that reads the title with the driver and sends it: no routes, no token, no checks. */
const rawPg = ({ connection, query }: Contender & { as: 'raw-pg' }): Promise<number> => {
  const pool = new pg.Pool({ ...connection, max: POOL_SIZE });
  return listen((request, response) => {
    const id = Number(/tt(\d+)/.exec(decodeURIComponent(request.url ?? ''))?.[1]);
    statements += 1;
    pool.query<{ json?: string }>({ ...query, values: [id] }).then(
      ({ rows: [row] }) => send(response, Buffer.from(row?.json ?? JSON.stringify(row))),
      (error: unknown) => response.writeHead(500).end(String(error)),
    );
  });
};

const portOf = async (app: Pick<FastifyInstance, 'listen' | 'server'>): Promise<number> => {
  await app.listen({ host: '127.0.0.1', port: 0 });
  return (app.server.address() as AddressInfo).port;
};

/** The product with all that it does beside; only whoever wants it loads it. */
const whole = async ({ connection, logging }: Contender & { as: 'whole' }): Promise<number> => {
  const { wholeProduct } = await import('./whole.ts');
  const db = createDatabase({ connection, kind: 'server', poolSize: POOL_SIZE, log });
  return portOf((await wholeProduct(db, logging)).app);
};

const start = (contender: Contender): Promise<number> => {
  if (contender.as === 'whole') return whole(contender);
  if (contender.as === 'product') return product(contender);
  return contender.as === 'bare' ? bare(contender) : rawPg(contender);
};

process.on('message', (message: Contender | 'stats') => {
  if (message !== 'stats') {
    start(message).then((port) => process.send?.({ port }));
    return;
  }
  const { user, system } = process.cpuUsage();
  process.send?.({ cpu: user + system, statements } satisfies Stats);
});
process.on('disconnect', () => process.exit());
