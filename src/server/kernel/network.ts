import { isIP, isIPv6, SocketAddress } from 'node:net';

const MAPPED = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i;
/** An address as proxies write it: with a port, which IPv6 needs brackets for. */
const WITH_PORT = /^(?:\[([^\]]*)\]|(\d+\.\d+\.\d+\.\d+))(?::\d{1,5})?$/;

/** The one spelling of a network address, without port and zone; undefined for what is no address. */
export const addressOf = (text: string): string | undefined => {
  const trimmed = text.trim();
  const [, bracketed, dotted] = WITH_PORT.exec(trimmed) ?? [];
  const plain = (bracketed ?? dotted ?? trimmed).replace(/%.*$/, '');
  const family = isIP(plain);
  if (family === 4) return plain;
  if (family === 0) return undefined;
  const { address } = new SocketAddress({ address: plain, family: 'ipv6' });
  return MAPPED.exec(address)?.[1] ?? address;
};

/** The eight groups of an IPv6 address, each without leading zeros. */
const groupsOf = (ip: string): readonly string[] => {
  const [left = '', right] = ip.split('::');
  const split = (text: string): string[] => (text === '' ? [] : text.split(':'));
  const [before, after] = [split(left), split(right ?? '')];
  const between = right === undefined ? 0 : 8 - before.length - after.length;
  return [...before, ...Array<string>(Math.max(0, between)).fill('0'), ...after].map((group) =>
    group.replace(/^0+(?=.)/, '').toLowerCase(),
  );
};

/**
 * Who a network address stands for where tries are counted: an IPv4 address itself, of IPv6 the /64, since whoever has one
 * such address has all the others of its network too.
 */
export const networkOf = (ip: string): string => {
  const mapped = MAPPED.exec(ip)?.[1];
  if (mapped !== undefined) return mapped;
  const plain = ip.replace(/%.*$/, '');
  return isIPv6(plain) && !plain.includes('.') ? `${groupsOf(plain).slice(0, 4).join(':')}::/64` : ip;
};
