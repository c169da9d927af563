import { setTimeout as pause } from 'node:timers/promises';
import { type ServerOptions, WebSocketServer } from 'ws';
import type { TopicShape } from '#contracts/topics.ts';
import { failure } from '#server/kernel/failure.ts';
import type { Upgrade } from '../http/upgrade.ts';
import type { Log } from '../log.ts';
import { createRepeated } from '../repeated.ts';
import { type Admit, attend, type Connection } from './connection.ts';
import { createHub } from './hub.ts';
import { LIMITS, type Limits } from './limits.ts';

export interface RealtimeOptions {
  readonly topics: readonly TopicShape[];
  readonly admit: Admit;
  /** Where pages of ours come from, as browsers write it. */
  readonly origin: string;
  readonly now: () => Date;
  readonly log: Log;
  readonly limits?: Partial<Limits>;
}

/** Between two tries to find out who may stay. */
const AGAIN_MS = 1_000;
/** Between two looks whether all have gone. */
const LOOK_MS = 20;
/** Service restart: clients come again, to this node or to another one. */
const RESTART = 1_012;
const PROTOCOL = 'v12.stomp';

/** STOMP 1.2 over WebSockets: takes the connections that HTTP hands over, and tells them what producers say. */
export const createRealtime = ({ topics, admit, origin, now, log, ...options }: RealtimeOptions) => {
  const limits = { ...LIMITS, ...options.limits };
  const hub = createHub(topics);
  const trouble = createRepeated(log, {
    failing: 'live connections cannot be served',
    again: 'live connections are served again',
  });
  const connections = new Set<Connection>();
  const perAddress = new Map<string, number>();
  let isClosed = false;
  const settings: ServerOptions & { readonly closeTimeout: number } = {
    noServer: true,
    clientTracking: false,
    perMessageDeflate: false,
    maxPayload: limits.frame,
    // Not among the types yet.
    closeTimeout: limits.goodbyeMs,
    handleProtocols: (offered) => (offered.has(PROTOCOL) ? PROTOCOL : false),
  };
  const sockets = new WebSocketServer(settings);

  const count = (address: string, by: 1 | -1): void => {
    const open = (perAddress.get(address) ?? 0) + by;
    if (open > 0) perAddress.set(address, open);
    else perAddress.delete(address);
  };

  const refusalOf = (from: string | undefined, address: string) => {
    // Programs say no origin. What they send as a token no page of another site can know.
    if (from !== undefined && from !== origin) return failure('anti_forgery');
    if (isClosed) return failure('stopping', undefined, { headers: { 'Retry-After': '2' } });
    if ((perAddress.get(address) ?? 0) < limits.perAddress) return null;
    const text = `There are ${limits.perAddress} live connections of this network address already.`;
    return failure('too_many_tries', text, { headers: { 'Retry-After': '10' } });
  };

  const take = ({ request, socket, head, address, refuse }: Upgrade): void => {
    const refused = refusalOf(request.headers.origin, address);
    if (refused) {
      refuse(refused);
      return;
    }
    count(address, 1);
    socket.once('close', () => count(address, -1));
    sockets.handleUpgrade(request, socket, head, (webSocket) => {
      const connection = attend(webSocket, address, { hub, admit, now, limits, log, trouble });
      connections.add(connection);
      socket.on('data', ({ length }: Buffer) => connection.heard(length));
      webSocket.on('close', () => connections.delete(connection));
    });
  };

  let isDue = false;
  let isChecking = false;
  const check = async (): Promise<void> => {
    while (isDue && !isClosed) {
      isDue = false;
      const results = await Promise.allSettled([...connections].map((one) => one.check()));
      // Who was let in stays while nobody can be asked: nothing can have changed there either.
      if (!results.some(({ status }) => status === 'rejected')) continue;
      isDue = true;
      await pause(AGAIN_MS, undefined, { ref: false });
    }
  };
  /** Something about people has changed: everybody is looked at again. */
  const recheck = (): void => {
    isDue = true;
    if (isChecking) return;
    isChecking = true;
    check().finally(() => {
      isChecking = false;
    });
  };
  const rechecking = setInterval(recheck, limits.checkMs).unref();

  return {
    hub,
    take,
    recheck,
    /** How many are open. */
    open: () => connections.size,
    /** Ends all connections, so that their clients come again elsewhere, and takes no more. */
    close: async (): Promise<void> => {
      isClosed = true;
      clearInterval(rechecking);
      for (const connection of connections) connection.close(RESTART, 'The service is being restarted.');
      for (let waited = 0; connections.size > 0 && waited < limits.goodbyeMs; waited += LOOK_MS) await pause(LOOK_MS);
      for (const connection of connections) connection.cut();
    },
  };
};

export type Realtime = ReturnType<typeof createRealtime>;
