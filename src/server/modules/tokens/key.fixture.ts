import { invalidateToken, userToken } from '#contracts/account.api.ts';
import type { EndpointShape } from '#contracts/endpoint.ts';
import { type Key, keyChange, keyMake, keyRevoke, keyRotate, keys } from '#contracts/keys.api.ts';
import { createRequests } from '#server/modules/quota/count.service.ts';
import type { Database } from '#server/platform/db/database.ts';
import { keyRoutes } from './key.routes.ts';
import { createKeys } from './key.service.ts';
import { ask, callOf, failureOf, type Made, NOW, peopleIn, SECRET } from './people.fixture.ts';
import { createTokens } from './token.service.ts';
import { userTokenRoutes } from './user-token.routes.ts';
import { createUserToken } from './user-token.service.ts';

export const reasonOf = async (work: () => unknown) => (await failureOf(work)).reason;

/** The keys of people on a node that hears of every change: it believes what it knows until it is told. */
export const keysIn = (db: Database) => {
  const clock = { ms: NOW.getTime() };
  const now = () => new Date(clock.ms);
  const tokens = createTokens({ db, secret: SECRET, now, isCurrent: () => true });
  const requests = createRequests(db);
  const usage = () => ({ limit: 1000, used: 0, remaining: 1000 });
  const configuration = { number: () => 3 };
  const routes = [
    ...keyRoutes(
      createKeys({
        db,
        secret: SECRET,
        tokens,
        requests,
        now,
        usedByKey: async (idKey) => idKey,
        callsOf: async () => [],
      }),
    ),
    ...userTokenRoutes(createUserToken({ db, tokens, usage, requests, now, configuration })),
  ];

  /** What a person does about the own keys. */
  const as = (who: Made) => {
    const call = async <T>(endpoint: EndpointShape, input: Record<string, unknown> = {}): Promise<T> => {
      const { data } = await ask(routes, endpoint, input, callOf(who));
      tokens.invalidate();
      return data as T;
    };
    const by = (id: number, body?: object) => ({ params: { id }, ...(body && { body }) });
    return {
      list: () => call<Key[]>(keys),
      make: (body: object) => call<Key>(keyMake, { body }),
      change: (id: number, body: object) => call<Key>(keyChange, by(id, body)),
      rotate: (id: number, overlap: string) => call<Key>(keyRotate, by(id, { overlap })),
      revoke: (id: number) => call<string>(keyRevoke, by(id)),
      token: () => call<{ token: string; status: string }>(userToken),
      invalidate: () => call<string>(invalidateToken),
    };
  };

  /** What a call with a token is answered: the account, or the reason that it is refused for. */
  const answerTo = async (token: string, ip = '192.0.2.1') => {
    try {
      return (await tokens.authenticate(token, ip)).accountId;
    } catch (error) {
      return (error as { reason?: string }).reason;
    }
  };
  return { people: peopleIn(db), clock, now, tokens, as, answerTo };
};
