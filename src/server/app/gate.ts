import type { Burst } from '#server/modules/quota/burst.ts';
import { tokenOf } from '#server/modules/tokens/credential.ts';
import type { TokenThrottle } from '#server/modules/tokens/throttle.ts';
import type { Tokens } from '#server/modules/tokens/token.service.ts';
import { placeOf } from '#server/platform/http/place.ts';
import type { Authenticate, Caller } from '#server/platform/http/route.ts';

interface Gate {
  readonly tokens: Tokens;
  readonly burst: Burst;
  readonly throttle: TokenThrottle;
}

/** Lets programs in by their token; those who guess tokens, and those in too much of a hurry, are held up. */
export const createGate = ({ tokens, burst, throttle }: Gate): Authenticate => {
  const admitted = (caller: Caller, ip: string): Caller => {
    if (caller.tokenId !== null) burst.check(caller.tokenId, ip);
    return caller;
  };
  return (request) => {
    try {
      const caller = tokens.authenticate(tokenOf(request, placeOf(request)), request.address);
      if (!(caller instanceof Promise)) return admitted(caller, request.address);
      return caller.then(
        (known) => admitted(known, request.address),
        (error: unknown) => throttle.judge(error, request.address),
      );
    } catch (error) {
      return throttle.judge(error, request.address);
    }
  };
};
