import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';

/**
 * What a wire does. `pass` lets through; `refuse` takes no connections; `mute` takes them and bytes are heard of by nobody,
 * as when the other side has vanished.
 */
export type Wire = 'pass' | 'refuse' | 'mute';

export interface Proxy {
  readonly port: number;
  readonly set: (wire: Wire) => void;
  /** Ms that everything takes more, in each direction. */
  readonly delay: (ms: number) => void;
  /** Breaks all connections there are. */
  readonly cut: () => void;
  /** Ends one direction of all connections: the server's side has said its last word. */
  readonly halfClose: () => void;
  readonly connections: () => number;
  readonly close: () => Promise<void>;
}

/** A wire to a port of loopback that can be slow, cut, silent or half closed. */
export const startProxy = async (target: number): Promise<Proxy> => {
  let wire: Wire = 'pass';
  let late = 0;
  const pairs = new Set<readonly [Socket, Socket]>();

  const carry = (from: Socket, to: Socket): void => {
    const send = (what: () => void): void => {
      if (wire === 'mute') return;
      if (late === 0) what();
      else setTimeout(what, late);
    };
    from.on('data', (bytes) => send(() => void (to.writable && to.write(bytes))));
    from.on('end', () => send(() => to.end()));
    from.on('error', () => {});
    from.on('close', () => send(() => to.destroy()));
  };

  const server = createServer({ allowHalfOpen: true, noDelay: true }, (client) => {
    if (wire === 'refuse') {
      client.resetAndDestroy();
      return;
    }
    const upstream = connect({ host: '127.0.0.1', port: target, noDelay: true, allowHalfOpen: true });
    const pair = [client, upstream] as const;
    pairs.add(pair);
    for (const socket of pair) socket.once('close', () => pairs.delete(pair));
    carry(client, upstream);
    carry(upstream, client);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('loopback gave no port');

  const cut = (): void => {
    for (const pair of pairs) for (const socket of pair) socket.resetAndDestroy();
  };
  return {
    port: address.port,
    set: (to) => {
      // What was swallowed cannot be made up for: connections from that time are of no use.
      if (wire === 'mute' && to !== 'mute') cut();
      wire = to;
    },
    delay: (ms) => {
      late = ms;
    },
    cut,
    halfClose: () => {
      for (const [client] of pairs) client.end();
    },
    connections: () => pairs.size,
    close: async () => {
      cut();
      server.close();
      await once(server, 'close');
    },
  };
};
