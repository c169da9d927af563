import { once } from 'node:events';
import { Agent, createServer, request, type ServerResponse } from 'node:http';

const LOOK_MS = 250;
/** For which a node's health may say nothing. */
const SILENCE_MS = 3_500;

/** `up`: it says so; `ailing`: it answers, and says no; `gone`: it answers nothing. */
export type Health = 'up' | 'ailing' | 'gone';

export interface Balancer {
  readonly url: string;
  readonly health: (port: number) => Health;
  /** Resolves when every node is up; rejects after so many ms. Answers how long that took. */
  readonly allUp: (within: number) => Promise<number>;
  readonly close: () => Promise<void>;
}

const refuse = (response: ServerResponse, status: number, why: string): void => {
  if (response.headersSent) response.destroy();
  else response.writeHead(status, { 'X-Balancer': why }).end();
};

/**
 * In turns to the nodes whose health is up; where none is, to those that answer at all. What fails is told to the caller
 * and never tried on another node: nothing here hides what a node does.
 */
export const startBalancer = async (nodes: readonly number[], port: number): Promise<Balancer> => {
  const agent = new Agent({ keepAlive: true, maxSockets: 256 });
  const states = new Map<number, Health>(nodes.map((node) => [node, 'gone']));
  let turn = 0;

  const look = (node: number): Promise<Health> => {
    const { promise, resolve } = Promise.withResolvers<Health>();
    const asked = request(
      { host: '127.0.0.1', port: node, path: '/api/v1/health', agent: false, timeout: SILENCE_MS },
      (answer) => {
        answer.resume();
        resolve(answer.statusCode === 200 ? 'up' : 'ailing');
      },
    );
    asked.on('timeout', () => asked.destroy());
    asked.on('error', () => resolve('gone'));
    asked.end();
    return promise;
  };
  const looking = new Set<number>();
  const timer = setInterval(() => {
    for (const node of nodes) {
      if (looking.has(node)) continue;
      looking.add(node);
      void look(node).then((state) => {
        states.set(node, state);
        looking.delete(node);
      });
    }
  }, LOOK_MS);

  const next = (): number | undefined => {
    turn += 1;
    for (const wanted of ['up', 'ailing'] as const) {
      const fit = nodes.filter((node) => states.get(node) === wanted);
      if (fit.length > 0) return fit[turn % fit.length];
    }
    return undefined;
  };

  const server = createServer((asked, response) => {
    const node = next();
    if (node === undefined) {
      asked.resume();
      refuse(response, 502, 'no node');
      return;
    }
    const passed = request(
      { host: '127.0.0.1', port: node, method: asked.method, path: asked.url, headers: asked.headers, agent },
      (answer) => {
        response.writeHead(answer.statusCode ?? 502, { ...answer.headers, 'X-Node': `${node}` });
        answer.pipe(response);
        answer.on('error', () => response.destroy());
      },
    );
    passed.on('error', (error) => {
      if ('code' in error && error.code === 'ECONNREFUSED') states.set(node, 'gone');
      refuse(response, 502, String('code' in error ? error.code : error.message));
    });
    response.on('close', () => passed.destroy());
    asked.pipe(passed);
  });
  server.keepAliveTimeout = 60_000;
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');

  return {
    url: `http://127.0.0.1:${port}`,
    health: (node) => states.get(node) ?? 'gone',
    allUp: async (within) => {
      const began = performance.now();
      // Asked anew, since what is known may be a look old; and known, since by that requests are sent.
      for (;;) {
        const seen = await Promise.all(nodes.map(look));
        if ([...seen, ...states.values()].every((state) => state === 'up')) return performance.now() - began;
        if (performance.now() - began > within) throw new Error(`nodes are ${seen.join(', ')} after ${within} ms`);
        await new Promise((resolve) => setTimeout(resolve, 25));
      }
    },
    close: async () => {
      clearInterval(timer);
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
      agent.destroy();
    },
  };
};
