import { lookup as lookUp } from 'node:dns';
import { isIP, type LookupFunction } from 'node:net';
import { OutboundError } from './outbound.ts';
import { isPrivateAddress } from './private.rules.ts';
import { publicOnly } from './public-lookup.ts';

export interface GuardOptions {
  /** Hosts, with their ports where those are not the usual ones, that may be in a private network and without TLS. */
  readonly friends: readonly string[];
  readonly resolve?: typeof lookUp;
}

/** Why an address may not be gone to, as far as it can be told without asking anybody. */
export type AddressFault = 'no_address' | 'credentials' | 'scheme' | 'port' | 'private';

/** What lets calls to addresses of somebody else out to the public Internet only, over TLS. */
export const createGuard = ({ friends, resolve = lookUp }: GuardOptions) => {
  const isFriend = ({ host }: URL): boolean => friends.includes(host);

  /** What is wrong with an address; null where it may be gone to. */
  const faultOf = (address: string): AddressFault | null => {
    if (!URL.canParse(address)) return 'no_address';
    const url = new URL(address);
    if (url.username !== '' || url.password !== '') return 'credentials';
    if (url.protocol !== 'https:' && !(isFriend(url) && url.protocol === 'http:')) return 'scheme';
    if (isFriend(url)) return null;
    if (url.port !== '') return 'port';
    const host = url.hostname.replace(/^\[(.*)\]$/, '$1');
    return isIP(host) !== 0 && isPrivateAddress(host) ? 'private' : null;
  };

  /** The address, when it may be gone to, and how names are looked up for it. @throws OutboundError */
  const checked = (address: string, place: string): { url: URL; lookup: LookupFunction | null } => {
    if (faultOf(address) !== null) throw new OutboundError(place, 'address');
    const url = new URL(address);
    return { url, lookup: isFriend(url) ? null : publicOnly(place, resolve) };
  };

  return { faultOf, checked };
};
