import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Answers by path and query. */
export type Answers = Readonly<Record<string, string | Buffer>>;

/** A service on 127.0.0.1 that gives the answers that it was given, or answers by itself, and 404 to everything else. */
export const startService = async (answers: Answers | RequestListener) => {
  const asked: string[] = [];
  let listener: RequestListener | null = null;
  const given: RequestListener = ({ url = '' }, response) => {
    const body = typeof answers === 'function' ? undefined : answers[url];
    if (body === undefined) response.writeHead(404).end();
    else response.end(body);
  };
  const answer = typeof answers === 'function' ? answers : given;
  const server = createServer((request, response) => {
    asked.push(`${request.method} ${request.url}`);
    (listener ?? answer)(request, response);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    /** Every request so far. */
    asked: asked as readonly string[],
    /** Does something else while the work goes on. */
    whileAnswering: async <T>(other: RequestListener, work: () => Promise<T>): Promise<T> => {
      listener = other;
      try {
        return await work();
      } finally {
        listener = null;
      }
    },
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
};

export type FakeService = Awaited<ReturnType<typeof startService>>;
