import { Agent, request } from 'node:http';

/** For which an answer may be waited, in ms: longer than any may take. */
const PATIENCE = 15_000;

export interface Call {
  readonly kind: string;
  readonly method?: string;
  readonly path: string;
  readonly token?: string;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
  /** Statuses beside 2xx that are right answers to it. */
  readonly expected?: readonly number[];
}

export interface Answer {
  readonly kind: string;
  readonly path: string;
  /** 0: there was none. */
  readonly status: number;
  readonly expected: boolean;
  readonly requestId: string | undefined;
  readonly retryAfter: boolean;
  /** The port of the node that has answered. */
  readonly node: string | undefined;
  readonly sentAt: number;
  readonly ms: number;
  readonly body: string;
  /** Why there was none, or what the balancer said. */
  readonly why: string | undefined;
}

/** Calls to one address over connections that are kept; none is tried again. */
export const openClient = (url: string) => {
  const { port } = new URL(url);
  const agent = new Agent({ keepAlive: true, maxSockets: 2_000 });
  const call = (given: Call): Promise<Answer> => {
    const { kind, method = 'GET', path, token, body, headers = {}, expected = [] } = given;
    const { promise, resolve } = Promise.withResolvers<Answer>();
    const [sentAt, began] = [Date.now(), performance.now()];
    const bytes = body === undefined ? undefined : JSON.stringify(body);
    const none = { status: 0, expected: false, requestId: undefined, retryAfter: false, node: undefined, body: '' };
    const done = (part: Partial<Answer>): void =>
      resolve({ kind, path, ...none, why: undefined, ...part, sentAt, ms: performance.now() - began });
    const asked = request({
      ...{ host: '127.0.0.1', port, path, method, agent },
      headers: {
        ...(token && { authorization: `Bearer ${token}` }),
        ...(bytes !== undefined && { 'content-type': 'application/json', 'content-length': Buffer.byteLength(bytes) }),
        ...headers,
      },
    });
    const late = setTimeout(() => asked.destroy(new Error(`no answer within ${PATIENCE} ms`)), PATIENCE);
    asked.on('response', (answer) => {
      let text = '';
      answer.setEncoding('utf8');
      answer.on('data', (part: string) => {
        text += part;
      });
      answer.on('error', () => done({ why: 'the answer broke off' }));
      answer.on('end', () => {
        clearTimeout(late);
        const status = answer.statusCode ?? 0;
        const header = (name: string): string | undefined => answer.headers[name]?.toString();
        done({
          status,
          expected: (status >= 200 && status < 300) || expected.includes(status),
          requestId: header('x-request-id'),
          retryAfter: header('retry-after') !== undefined,
          node: header('x-node'),
          body: text,
          why: header('x-balancer'),
        });
      });
    });
    asked.on('error', (error) => done({ why: 'code' in error ? String(error.code) : error.message }));
    asked.on('close', () => clearTimeout(late));
    asked.end(bytes);
    return promise;
  };
  return { call, close: (): void => agent.destroy() };
};

export type Client = ReturnType<typeof openClient>;

/** What of an answer is of interest afterwards: without its body. */
export type Seen = Omit<Answer, 'body'>;

/**
 * So many calls a second, however long answers take: what is slow does not slow what comes after it. `stop` resolves when
 * the last has its answer.
 */
export const startLoad = (perSecond: number, next: (nth: number) => Promise<unknown>) => {
  const began = performance.now();
  const open = new Set<Promise<unknown>>();
  let sent = 0;
  const timer = setInterval(() => {
    const due = Math.floor(((performance.now() - began) / 1_000) * perSecond);
    while (sent < due) {
      const work = next(sent++).finally(() => open.delete(work));
      open.add(work);
    }
  }, 5);
  return {
    sent: () => sent,
    stop: async (): Promise<void> => {
      clearInterval(timer);
      await Promise.all(open);
    },
  };
};
