/**
 * Load for the benchmarks. It shares two cores with the servers that are measured, so it does no more with an answer
 * than it has to: one request a connection at a time, the same bytes again, answers found by their `Content-Length`.
 */
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';

export interface Target {
  readonly port: number;
  /** The same each time, or made anew for each request. */
  readonly path: string | (() => string);
  /** What is posted; without it the request is a GET. */
  readonly body?: () => string;
  readonly headers?: Readonly<Record<string, string>>;
  /** The status of the right answer; 200 when it is not given. */
  readonly status?: number;
}

export interface Answers {
  readonly count: number;
  /** Of another status. */
  readonly wrong: number;
  /** Milliseconds from request to answer, of all but the slowest hundredth. */
  readonly p99: number;
}

const HEAD_END = '\r\n\r\n';
const STATUS_AT = 'HTTP/1.1 '.length;

/** Bytes of the answer that `bytes` begins with; 0 when its head is not whole yet. */
const lengthOf = (bytes: Buffer): number => {
  const end = bytes.indexOf(HEAD_END, 0, 'latin1');
  if (end < 0) return 0;
  const length = /\r\ncontent-length: (\d+)/i.exec(bytes.toString('latin1', 0, end + 2))?.[1];
  return end + HEAD_END.length + Number(length ?? 0);
};

/** The value that this share of them does not reach. */
export const percentile = (values: readonly number[], share: number): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length * share)] ?? Number.NaN;

/** Connections to a server, kept open; `run` keeps each of them busy for so many milliseconds. */
export const openLoad = async ({ port, path, body, headers = {}, status = 200 }: Target, connections: number) => {
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  const head = ` HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\n${lines.join('')}`;
  const make = (): Buffer => {
    const address = typeof path === 'string' ? path : path();
    if (!body) return Buffer.from(`GET ${address}${head}\r\n`, 'latin1');
    const posted = body();
    return Buffer.from(`POST ${address}${head}Content-Length: ${Buffer.byteLength(posted)}\r\n\r\n${posted}`);
  };
  const same = typeof path === 'string' && !body ? make() : null;
  const right = Buffer.from(String(status));
  const open = async (): Promise<Socket> => {
    const socket = connect({ host: '127.0.0.1', port, noDelay: true });
    await once(socket, 'connect');
    return socket;
  };
  let sockets = await Promise.all(Array.from({ length: connections }, open));

  const drive = (socket: Socket, until: number, times: number[], onWrong: () => void): Promise<void> => {
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    let sent = performance.now();
    let begun: Buffer | null = null;
    let missing = 0;
    const onEnd = (): void => reject(new Error('a connection was ended'));
    const onData = (chunk: Buffer): void => {
      if (missing > 0) missing -= chunk.length;
      else {
        begun = begun ? Buffer.concat([begun, chunk]) : chunk;
        const length = lengthOf(begun);
        if (length === 0) return;
        if (right.compare(begun, STATUS_AT, STATUS_AT + right.length) !== 0) onWrong();
        missing = length - begun.length;
        begun = null;
      }
      if (missing > 0) return;
      const now = performance.now();
      times.push(now - sent);
      if (now >= until) {
        socket.off('data', onData).off('close', onEnd).off('error', reject);
        resolve();
        return;
      }
      sent = now;
      socket.write(same ?? make());
    };
    socket.on('data', onData).on('close', onEnd).on('error', reject);
    socket.write(same ?? make());
    return promise;
  };

  return {
    run: async (ms: number): Promise<Answers> => {
      const times: number[] = [];
      let wrong = 0;
      // Servers end connections that nobody has used for some seconds.
      sockets = await Promise.all(sockets.map((socket) => (socket.destroyed ? open() : socket)));
      const until = performance.now() + ms;
      await Promise.all(sockets.map((socket) => drive(socket, until, times, () => wrong++)));
      return { count: times.length, wrong, p99: percentile(times, 0.99) };
    },
    close: (): void => {
      for (const socket of sockets) socket.destroy();
    },
  };
};
