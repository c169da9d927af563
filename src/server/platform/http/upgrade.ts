import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import type { Failure } from '#server/kernel/failure.ts';

/** A connection that is to go on with WebSockets. */
export interface Upgrade {
  readonly request: IncomingMessage;
  readonly socket: Duplex;
  /** What has come after the request already. */
  readonly head: Buffer;
  /** The network address of the caller, as that of a request. */
  readonly address: string;
  readonly refuse: (failed: Failure) => void;
}

/** Who takes such connections at one address. */
export interface Upgrades {
  readonly path: `/${string}`;
  readonly take: (upgrade: Upgrade) => void;
}

/** Whether a request asks for that there; any other is one like all the others, whatever its Upgrade says. */
export const asksToUpgrade = ({ path }: Upgrades, { method, url = '', headers }: IncomingMessage): boolean =>
  method === 'GET' && url.split('?', 1)[0] === path && headers.upgrade?.toLowerCase() === 'websocket';
