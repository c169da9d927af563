import type { IncomingMessage } from 'node:http';
import { BlockList, isIP, isIPv6, type Socket } from 'node:net';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { addressOf } from '#server/kernel/network.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /**
     * The network address of the caller in its one spelling: a trusted proxy's word for it, else the connection's. Known to
     * the end of the request, also when the caller has hung up.
     */
    readonly address: string;
  }
}

/** Names that stand for private networks. */
const PRESETS: Readonly<Record<string, readonly string[]>> = {
  loopback: ['127.0.0.0/8', '::1/128'],
  linklocal: ['169.254.0.0/16', 'fe80::/10'],
  uniquelocal: ['10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', 'fc00::/7'],
};

/** Whether a text is an address, or a network in CIDR form: no zone of an interface, no zero before a number of bits. */
export const isNetwork = (text: string): boolean => {
  const [address = '', bits, ...more] = text.split('/');
  const family = isIP(address);
  if (family === 0 || address.includes('%') || more.length > 0) return false;
  return bits === undefined || (/^(?:0|[1-9]\d{0,2})$/.test(bits) && Number(bits) <= (family === 4 ? 32 : 128));
};

const familyOf = (address: string): 'ipv4' | 'ipv6' => (isIPv6(address) ? 'ipv6' : 'ipv4');

/** Whether an address, in its one spelling, lies in one of the networks: addresses, CIDR, or names of `PRESETS`. */
export const membersOf = (networks: readonly string[]): ((address: string) => boolean) => {
  const list = new BlockList();
  for (const network of networks.flatMap((one) => PRESETS[one] ?? one)) {
    const [address = '', bits] = network.split('/');
    if (bits === undefined) {
      const one = addressOf(address) ?? address;
      list.addAddress(one, familyOf(one));
    } else list.addSubnet(address, Number(bits), familyOf(address));
  }
  return (address) => list.check(address, familyOf(address));
};

/**
 * Who is calling over a connection: the nearest hop whose word nobody trusted has to be taken for. What a hop says that is
 * no address counts for nothing, and neither does what stands behind it.
 */
export const callerOf = (
  connection: string,
  forwarded: string | undefined,
  isTrusted: (address: string) => boolean,
): string => {
  let caller = connection;
  if (forwarded === undefined) return caller;
  for (const hop of forwarded.split(',').reverse()) {
    const further = isTrusted(caller) ? addressOf(hop) : undefined;
    if (further === undefined) return caller;
    caller = further;
  }
  return caller;
};

/** Gives requests their `address`; answers how it is told from what came over the wire. */
export const knowAddresses = (
  app: FastifyInstance,
  trustedProxies: readonly string[],
): ((raw: IncomingMessage) => string) => {
  const isTrusted = membersOf(trustedProxies);
  const connections = new WeakMap<Socket, string>();
  const remember = (socket: Socket): string | undefined => {
    const address = addressOf(socket.remoteAddress ?? '');
    if (address !== undefined) connections.set(socket, address);
    return address;
  };
  app.server.on('connection', (socket: Socket) => {
    // Reset before it was taken: what it has sent could still be read, but there is nobody to answer or to charge.
    if (remember(socket) === undefined) socket.destroy();
  });
  const addressFrom = ({ socket, headers }: IncomingMessage): string => {
    const connection = connections.get(socket) ?? remember(socket) ?? '';
    return trustedProxies.length === 0
      ? connection
      : callerOf(connection, headers['x-forwarded-for']?.toString(), isTrusted);
  };
  app.decorateRequest('address', {
    getter(this: FastifyRequest): string {
      return addressFrom(this.raw);
    },
  });
  return addressFrom;
};
