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

const refused = (place: string): OutboundError => new OutboundError(place, 'address');

/** What lets calls to addresses of somebody else out to the public Internet only, over TLS. */
export const createGuard = ({ friends, resolve = lookUp }: GuardOptions) => {
  /** The address, when it may be gone to, and how names are looked up for it. @throws OutboundError */
  const checked = (address: string, place: string): { url: URL; lookup: LookupFunction | null } => {
    if (!URL.canParse(address)) throw refused(place);
    const url = new URL(address);
    const isFriend = friends.includes(url.host);
    const host = url.hostname.replace(/^\[(.*)\]$/, '$1');
    const isFine = url.protocol === 'https:' && url.port === '' && !(isIP(host) !== 0 && isPrivateAddress(host));
    const isWeb = url.protocol === 'https:' || url.protocol === 'http:';
    if (url.username !== '' || url.password !== '' || !(isFriend ? isWeb : isFine)) throw refused(place);
    return { url, lookup: isFriend ? null : publicOnly(place, resolve) };
  };

  return { checked };
};
