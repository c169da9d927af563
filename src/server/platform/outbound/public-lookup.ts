import type { lookup as lookUp } from 'node:dns';
import type { LookupFunction } from 'node:net';
import { OutboundError } from './outbound.ts';
import { isPrivateAddress } from './private.rules.ts';

/** Looks names up for a connection, and refuses those that lead to an address which is not public. */
export const publicOnly =
  (place: string, resolve: typeof lookUp): LookupFunction =>
  (host, options, done) => {
    resolve(host, { ...options, all: true }, (error, found) => {
      if (error) return done(error, []);
      if (found.length === 0 || found.some(({ address }) => isPrivateAddress(address)))
        return done(new OutboundError(place, 'address'), []);
      const [{ address, family } = { address: '', family: 4 }] = found;
      if (options.all) done(null, found);
      else done(null, address, family);
    });
  };
