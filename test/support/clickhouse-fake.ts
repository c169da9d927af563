import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { onTestFinished } from 'vitest';

/** What is done to the next calls that add rows: to others nothing is. */
export type Fault = 'none' | 'refused' | 'answer lost' | 'half of it';

const isInsert = (request: IncomingMessage): boolean => request.url?.includes('query=insert') ?? false;

const listening = async (server: ReturnType<typeof createServer>): Promise<string> => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
};

/** A way to a ClickHouse that can be made to fail. The user and the password of the address are passed on. */
export const faultyWay = async (url: string) => {
  let fault: Fault = 'none';
  const { origin } = new URL(url);
  const server = createServer(async (request, response) => {
    const body = await buffer(request);
    const now = isInsert(request) ? fault : 'none';
    if (now === 'refused') return void response.writeHead(500).end('Code: 241. DB::Exception: Memory limit');
    const lines = body.toString().split('\n');
    const sent = now === 'half of it' ? lines.slice(0, Math.ceil(lines.length / 2)).join('\n') : body;
    const headers = Object.entries(request.headers).filter(([name]) => name.startsWith('x-clickhouse'));
    const answer = await fetch(`${origin}${request.url}`, {
      ...{ method: 'POST', body: new Uint8Array(Buffer.from(sent)) },
      headers: Object.fromEntries(headers) as Record<string, string>,
    });
    const text = await answer.text();
    if (now !== 'none') return void response.destroy();
    response.writeHead(answer.status).end(text);
  });
  const way = new URL(await listening(server));
  const { username, password, pathname } = new URL(url);
  Object.assign(way, { username, password, pathname });
  return {
    url: way.href,
    set: (what: Fault): void => {
      fault = what;
    },
  };
};

/** Takes rows and says which of a batch it has, as far as writing asks: no more of ClickHouse is in it. */
export const fakeClickHouse = async () => {
  const rows: { readonly seq: number; readonly batch: string; readonly uri: string }[] = [];
  const answerTo = (sql: string): string => {
    const [, batch] = /and batch = '(\w+)' format/.exec(sql.replace(/\s+/g, ' ')) ?? [];
    if (batch !== undefined)
      return rows
        .flatMap((row) => (row.batch === batch ? `${JSON.stringify({ seq: String(row.seq) })}\n` : []))
        .join('');
    if (sql.includes('system.processes')) return '0\n';
    if (sql.startsWith('create table')) return '';
    throw new Error(`nobody asks ${sql}`);
  };
  const server = createServer(async (request, response) => {
    const body = (await buffer(request)).toString();
    if (isInsert(request)) rows.push(...body.split('\n').map((line) => JSON.parse(line)));
    response.end(isInsert(request) ? '' : answerTo(body));
  });
  return { url: `${await listening(server)}/default`, rows };
};
