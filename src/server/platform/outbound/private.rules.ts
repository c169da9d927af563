import { BlockList, isIPv4 } from 'node:net';
import { addressOf } from '#server/kernel/network.ts';

/** Networks that are nobody's on the Internet: own ones, this machine, links, groups, examples, and ways around to those. */
const PRIVATE = [
  ...['0.0.0.0/8', '10.0.0.0/8', '100.64.0.0/10', '127.0.0.0/8', '169.254.0.0/16', '172.16.0.0/12'],
  ...['192.0.0.0/24', '192.0.2.0/24', '192.88.99.0/24', '192.168.0.0/16', '198.18.0.0/15', '198.51.100.0/24'],
  ...['203.0.113.0/24', '224.0.0.0/4', '240.0.0.0/4'],
  ...['::/96', '64:ff9b::/96', '64:ff9b:1::/48', '100::/64', '2001::/32', '2001:db8::/32', '2002::/16'],
  ...['fc00::/7', 'fe80::/10', 'fec0::/10', 'ff00::/8'],
];

const listed = new BlockList();
for (const network of PRIVATE) {
  const [address = '', bits] = network.split('/');
  listed.addSubnet(address, Number(bits), isIPv4(address) ? 'ipv4' : 'ipv6');
}

/** Whether a network address is not one of the public Internet; also what is no address. */
export const isPrivateAddress = (text: string): boolean => {
  const address = addressOf(text);
  return address === undefined || listed.check(address, isIPv4(address) ? 'ipv4' : 'ipv6');
};
