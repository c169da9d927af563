import { isIPv6 } from 'node:net';

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
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(ip)?.[1];
  if (mapped !== undefined) return mapped;
  const plain = ip.replace(/%.*$/, '');
  return isIPv6(plain) && !plain.includes('.') ? `${groupsOf(plain).slice(0, 4).join(':')}::/64` : ip;
};
