import { type Outbound, OutboundError } from '#server/platform/outbound/outbound.ts';
import { asToken } from './paypal.map.ts';

interface TokenOptions {
  readonly door: Outbound;
  readonly clientId: string;
  readonly clientSecret: string;
  readonly now: () => Date;
}

/** A token is renewed this long before it ends, in ms. */
const EARLY = 120_000;
const PLACE = 'POST /v1/oauth2/token';

/** The access token of PayPal's API: one for all calls, asked for once by however many want it at the same time. */
export const createPayPalToken = ({ door, clientId, clientSecret, now }: TokenOptions) => {
  const credentials = Buffer.from(`${clientId}:${clientSecret}`).toString('base64');
  let held: { readonly text: string; readonly until: number } | undefined;
  let asking: Promise<string> | undefined;

  const ask = async (): Promise<string> => {
    const answer = await door.request({
      method: 'POST',
      path: '/v1/oauth2/token',
      headers: { Authorization: `Basic ${credentials}`, 'Content-Type': 'application/x-www-form-urlencoded' },
      body: 'grant_type=client_credentials',
      repeatable: true,
    });
    if (answer.status !== 200) throw new OutboundError(PLACE, 'status', { status: answer.status });
    const found = asToken(answer.json());
    if (!found) throw new OutboundError(PLACE, 'unreadable');
    // A token that ends sooner than that is still good for half its life.
    const life = found.expires_in * 1000;
    held = { text: found.access_token, until: now().getTime() + Math.max(life - EARLY, life / 2) };
    return held.text;
  };

  return {
    get: (): Promise<string> => {
      if (held && now().getTime() < held.until) return Promise.resolve(held.text);
      asking ??= ask().finally(() => {
        asking = undefined;
      });
      return asking;
    },
    /** Forgets a token that was refused, unless another has taken its place. */
    drop: (text: string): void => {
      if (held?.text === text) held = undefined;
    },
  };
};
